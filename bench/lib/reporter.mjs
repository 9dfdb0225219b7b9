// @ts-check
/**
 * Imported into every measured server: reports the process's own CPU time and memory to the benchmark. JavaScript,
 * since stripping types would add to the measured start.
 */
process.on('message', (message) => {
  if (message !== 'usage') return
  const { user, system } = process.cpuUsage()
  process.send?.({ cpuMs: (user + system) / 1000, memoryMb: process.memoryUsage.rss() / 1024 ** 2 })
})
// The channel must not keep the process alive.
process.channel?.unref()
