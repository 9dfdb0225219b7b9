// @ts-check
/**
 * Imported into every measured server: answers the benchmark with the process's own accounting. JavaScript, since
 * reading types would add to the start that is measured.
 */
process.on('message', (message) => {
  if (message !== 'usage') return
  const { user, system } = process.cpuUsage()
  process.send?.({ cpuMs: (user + system) / 1000, memoryMb: process.memoryUsage.rss() / 1024 ** 2 })
})
// Being asked keeps nobody from stopping.
process.channel?.unref()
