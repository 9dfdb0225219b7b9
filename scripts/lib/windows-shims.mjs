// @ts-check
/**
 * What the npm scripts need of Windows' shell, as files for node_modules/.bin, which npm puts first on PATH.
 *
 * Elsewhere `exec` has the shell become the program, so that a signal to npm reaches it, and npm waits for its end:
 * without, the shell would die of the signal, npm would leave, and the shop run on alone. Windows knows neither signals
 * nor `exec`: there it only has to run what follows.
 *
 * @param {string} node the full path of the pinned Node
 * @returns {Record<string, string>} contents by file name
 */
export const windowsShims = (node) => ({
  'node.cmd': `@"${node}" %*\r\n`,
  'exec.cmd': '@%*\r\n',
})
