import { createServer } from 'node:http'
import { afterEach, expect, test, vi } from 'vitest'
import { createBatch } from '#platform/batch.ts'
import { createLog } from '#platform/log.ts'
import { createPrivateText } from '#platform/private-text.ts'
import { stopGracefully } from './stop.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  process.removeAllListeners('SIGTERM')
  process.removeAllListeners('SIGINT')
})

test('a step that never ends does not keep the process', async () => {
  vi.useFakeTimers()
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never)
  stopGracefully(
    createServer(),
    [() => new Promise(() => {})],
    createLog(
      createBatch(() => {}),
      createPrivateText('secret'),
    ),
  )
  process.emit('SIGTERM')
  await vi.advanceTimersByTimeAsync(4400)
  expect(exit).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(200)
  expect(exit).toHaveBeenCalledWith(0)
})
