import {
  parse,
  PGlite,
  protocol,
  type PGliteInterface,
  type PGliteOptions,
  type Results,
  type Transaction,
} from '@electric-sql/pglite'
import { statementSpan } from '../tracing/statement.ts'
import { traced } from '../tracing/trace.ts'
import { createStatementNames } from './name-statements.ts'

const { bind, describe, execute, parse: prepare, sync } = protocol.serialize
type Options = Parameters<PGlite['query']>[2]
/** The types of a statement's parameters, and the server's description of its result columns, kept for all answers. */
type Prepared = { types: number[]; columns: Messages }
type Messages = Awaited<ReturnType<PGlite['execProtocolStream']>>

/** The embedded database with statements planned once: PGlite plans each one on every call, which costs it most. */
export class PreparedPGlite extends PGlite {
  /** By their names. */
  readonly #prepared = new Map<string, Prepared>()
  readonly #nameOf = createStatementNames()

  static async open(options: PGliteOptions): Promise<PreparedPGlite> {
    const client = new PreparedPGlite(options)
    await client.waitReady
    return client
  }

  override async query<T>(text: string, values: unknown[] = [], options?: Options): Promise<Results<T>> {
    return traced(
      () => statementSpan(text),
      async () => {
        const name = this.#nameOf(text)
        if (!name) return super.query<T>(text, values, options)
        await this._checkReady()
        return this._runExclusiveTransaction(() => this.#ask<T>(name, text, values, options))
      },
    )
  }

  override async transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return super.transaction((tx) => {
      const query: Transaction['query'] = (text, values = [], options) =>
        traced(
          () => statementSpan(text),
          () => {
            const name = this.#nameOf(text)
            return name && !tx.closed ? this.#ask(name, text, values, options) : tx.query(text, values, options)
          },
        )
      return work(Object.create(tx, { query: { value: query } }))
    })
  }

  #ask<T>(name: string, text: string, values: unknown[], options: Options): Promise<Results<T>> {
    return this.runExclusive(async () => {
      const { types, columns } = this.#prepared.get(name) ?? (await this.#prepare(name, text))
      const bound = values.map((value, n) => asText(this, value, types[n]))
      const answer = await this.#send([bind({ statement: name, values: bound }), execute({}), sync()])
      const { parsers = {}, ...how } = options ?? {}
      const read = Object.assign(Object.create(this.parsers), parsers)
      const [results] = parse.parseResults([...columns, ...answer], read, how)
      return results as Results<T>
    })
  }

  async #prepare(name: string, text: string): Promise<Prepared> {
    const answer = await this.#send([prepare({ name, text }), describe({ type: 'S', name }), sync()])
    const types = parse.parseDescribeStatementResults(answer)
    const prepared = { types, columns: answer.filter((message) => message.name === 'rowDescription') }
    this.#prepared.set(name, prepared)
    return prepared
  }

  #send(messages: Uint8Array[]) {
    return this.execProtocolStream(Buffer.concat(messages), { syncToFs: false })
  }
}

function asText({ serializers }: PGliteInterface, value: unknown, type = 0): string | null {
  if (value === null || value === undefined) return null
  const serialise = serializers[type]
  return serialise ? serialise(value) : String(value)
}
