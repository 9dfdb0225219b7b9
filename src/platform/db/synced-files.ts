import { fdatasyncSync, fstatSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { createCommitSync, type CommitSync, type Disk } from './commit-sync.ts'

const durable = ['-c', 'fsync=on', '-c', 'wal_sync_method=fsync', '-c', 'shared_buffers=16MB']
/** Start parameters for a database on such files: by default it would never sync. */
export const startParams = [...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'), ...durable]

/** Emscripten's file system as far as we touch it: files and folders, and an open stream with its node file descriptor. */
type Node = { name: string; parent: Node }
type Stream = { nfd: number; node: Node }
type Operation<First> = (first: First, ...more: unknown[]) => unknown
type NodeFileSystem = {
  realPath: (node: Node) => string
  stream_ops: {
    fsync?: (stream: Stream) => number
    write: (stream: Stream, buffer: Uint8Array, from: number, length: number, at: number) => number
    setattr: Operation<Stream>
  }
  node_ops: Record<'setattr' | 'rename' | 'unlink' | 'rmdir', Operation<Node>>
}

function hasNodeFileSystem(module: object): module is { NODEFS: NodeFileSystem } {
  return 'NODEFS' in module
}

const isLog = ({ node }: Stream): boolean => node.parent.name === 'pg_wal' && /^[\dA-F]{24}$/.test(node.name)

/** Tables and indexes grow by empty pages, which hold nothing yet and so do not depend on the log. */
const grows = ({ node, nfd }: Stream, at: number): boolean =>
  node.parent.parent.name === 'base' && at >= fstatSync(nfd).size

/**
 * Ends it with an uncaught error. What the log lost cannot be repaired here, and the database may be stuck in the middle of a
 * write: the only way forward is the next start, which reads what is on disk.
 */
async function endProcess(error: unknown): Promise<never> {
  throw error
}

/**
 * PGlite's file system never syncs: this one does, so that an acknowledged commit survives a power cut. The database is told at
 * once that its log is on disk: the log is synced while it goes on, and `commits.settled` waits for that. Nothing that depends
 * on the log reaches another file before the log is synced.
 */
export class SyncedNodeFS extends NodeFS {
  readonly commits: CommitSync

  constructor(folder: string, disk?: Disk) {
    super(folder)
    this.commits = createCommitSync(disk, (error) => void endProcess(error))
  }

  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(...args)
    const syncWrites = (module: object) => {
      if (!hasNodeFileSystem(module)) throw new Error('the embedded database has no Node file system')
      this.#sync(module.NODEFS)
    }
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), syncWrites] } }
  }

  override async closeFs(): Promise<void> {
    this.commits.close()
    await super.closeFs()
  }

  #sync({ stream_ops: streams, node_ops: nodes, realPath }: NodeFileSystem): void {
    const { commits } = this
    const afterLog =
      <First>(operation: Operation<First>): Operation<First> =>
      (...args) => {
        commits.now()
        return operation(...args)
      }
    const { write } = streams
    streams.write = (stream, buffer, from, length, at) => {
      if (!isLog(stream) && commits.isPending() && !grows(stream, at)) commits.now()
      return write(stream, buffer, from, length, at)
    }
    streams.setattr = afterLog(streams.setattr)
    for (const name of ['setattr', 'rename', 'unlink', 'rmdir'] as const) nodes[name] = afterLog(nodes[name])
    streams.fsync = (stream) => {
      if (isLog(stream)) commits.written(realPath(stream.node))
      else fdatasyncSync(stream.nfd)
      return 0
    }
  }
}
