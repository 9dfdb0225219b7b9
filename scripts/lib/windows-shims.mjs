// @ts-check
/**
 * Shims that the npm scripts need on Windows, as files for node_modules/.bin, which npm puts first on PATH.
 *
 * Elsewhere `exec` replaces the shell with the program, so that a signal to npm reaches it and npm waits for it to end:
 * otherwise the signal would kill the shell, npm would exit, and the shop would keep running alone. Windows has neither
 * signals nor `exec`: there the shim only has to run what follows.
 *
 * @param {string} node the full path of the pinned Node
 * @returns {Record<string, string>} contents by file name
 */
export const windowsShims = (node) => ({
  'node.cmd': `@"${node}" %*\r\n`,
  'exec.cmd': '@%*\r\n',
})
