import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createLog } from '#platform/log/log.ts'
import { createPrivateText } from '#platform/log/private-text.ts'
import { createWriteBuffer } from '#platform/log/write-buffer.ts'
import { endOnFailure, stopGracefully } from './stop.ts'

const signals = ['SIGTERM', 'SIGINT'] as const
let exit: ReturnType<typeof vi.spyOn>
let written = ''
const log = createLog(
  createWriteBuffer((lines) => (written += lines)),
  createPrivateText('secret'),
)
beforeEach(() => {
  written = ''
  // A timer that outlives its test would end the test process.
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  for (const signal of [...signals, 'uncaughtException']) process.removeAllListeners(signal)
})

const exited = () => vi.waitFor(() => expect(exit).toHaveBeenCalled())

async function listening(listener: RequestListener = (_request, response) => response.end()): Promise<Server> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

function request(server: Server, more = ''): Socket {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(`GET / HTTP/1.1\r\nHost: shop\r\n${more}\r\n`)
  return socket
}

describe.each(signals)('on %s', (signal) => {
  test('accepts no more connections, runs the steps one after the other and exits 0', async () => {
    const server = await listening()
    const done: string[] = []
    const step = (name: string) => async () => {
      done.push(`${name} begins, ${server.listening ? 'open' : 'closed'}`)
      await new Promise(setImmediate)
      done.push(`${name} ends`)
    }
    const isStopping = stopGracefully(server, [step('one'), step('two')], log)
    expect(isStopping()).toBe(false)
    process.emit(signal)
    expect(isStopping()).toBe(true)
    await exited()
    expect(done).toEqual(['one begins, closed', 'one ends', 'two begins, closed', 'two ends'])
    expect(exit).toHaveBeenCalledWith(0)
  })
})

test('further signals change nothing', async () => {
  const step = vi.fn(async () => {})
  stopGracefully(await listening(), [step], log)
  for (const signal of ['SIGINT', 'SIGINT', 'SIGTERM'] as const) process.emit(signal)
  expect(process.listenerCount('SIGINT')).toBe(1)
  await exited()
  expect(step).toHaveBeenCalledOnce()
  expect(exit).toHaveBeenCalledOnce()
})

test('an endless answer is ended, and delays nothing', async () => {
  const arrived = Promise.withResolvers<void>()
  let end = () => {}
  const server = await listening((_request, response) => {
    response.write('one')
    end = () => response.end('over')
    arrived.resolve()
  })
  const socket = request(server, 'Connection: close\r\n')
  await arrived.promise
  const step = vi.fn(async () => {})
  const endStreams = () => {
    expect(server.listening).toBe(false)
    expect(step).not.toHaveBeenCalled()
    end()
  }
  stopGracefully(server, [step], log, { endStreams })
  process.emit('SIGTERM')
  await exited()
  expect(await text(socket)).toContain('over')
  expect(step).toHaveBeenCalledOnce()
})

test('the server reports that it is draining, and goes on answering for the set time', async () => {
  const server = await listening()
  const [drain, step] = [vi.fn(() => expect(server.listening).toBe(true)), vi.fn(async () => {})]
  stopGracefully(server, [step], log, { drain, drainSeconds: 3 })
  process.emit('SIGTERM')
  expect(drain).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(2999)
  expect(await text(request(server, 'Connection: close\r\n'))).toContain('200 OK')
  expect(step).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  await exited()
  expect(server.listening).toBe(false)
  expect(step).toHaveBeenCalledOnce()
})

test('a request in flight is answered before the first step', async () => {
  let answer = () => {}
  const arrived = Promise.withResolvers<void>()
  const server = await listening((_request, response) => {
    answer = () => response.end('in time')
    arrived.resolve()
  })
  const socket = request(server, 'Connection: close\r\n')
  await arrived.promise
  const step = vi.fn(async () => {})
  stopGracefully(server, [step], log)
  process.emit('SIGTERM')
  await new Promise(setImmediate)
  expect(step).not.toHaveBeenCalled()
  answer()
  expect(await text(socket)).toMatch(/in time$/)
  await exited()
  expect(step).toHaveBeenCalledOnce()
})

test('an idle connection is closed at once', async () => {
  const server = await listening()
  const socket = request(server)
  await once(socket, 'data')
  const closed = once(socket, 'close')
  stopGracefully(server, [], log)
  process.emit('SIGTERM')
  await Promise.all([closed, exited()])
  expect(socket.closed).toBe(true)
})

test('an answer that takes longer than three seconds is cut off', async () => {
  const arrived = Promise.withResolvers<void>()
  const server = await listening(() => arrived.resolve())
  const socket = request(server)
  const cut = once(socket, 'close')
  await arrived.promise
  stopGracefully(server, [], log)
  process.emit('SIGTERM')
  await vi.advanceTimersByTimeAsync(2900)
  expect(socket.closed).toBe(false)
  await vi.advanceTimersByTimeAsync(200)
  await cut
  await exited()
})

test('a failing step is logged, and does not stop the others', async () => {
  const last = vi.fn(async () => {})
  stopGracefully(await listening(), [() => Promise.reject(new Error('the jobs are stuck')), last], log)
  process.emit('SIGTERM')
  await exited()
  expect(last).toHaveBeenCalledOnce()
  // Written before the exit, which would lose what is still buffered.
  expect(written).toMatch(/"a shutdown step failed".*the jobs are stuck/)
  expect(exit).toHaveBeenCalledWith(0)
})

test('a step that never ends does not keep the process alive', async () => {
  stopGracefully(createServer(), [() => new Promise(() => {})], log)
  process.emit('SIGTERM')
  await vi.advanceTimersByTimeAsync(4400)
  expect(exit).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(200)
  expect(exit).toHaveBeenCalledWith(0)
})

test('an uncaught error ends the process, and is logged without e-mails', () => {
  endOnFailure(log)
  process.emit('uncaughtException', new Error('no room for eve@example.com'))
  expect(exit).toHaveBeenCalledWith(1)
  expect(written).toMatch(/"the process failed".*no room for email-[\w-]{10}/)
})
