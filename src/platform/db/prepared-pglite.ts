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
import { nameOf } from './name-statements.ts'

const { bind, describe, execute, parse: prepare, sync } = protocol.serialize
type Options = Parameters<PGlite['query']>[2]

/** The embedded database with statements that are planned once: PGlite plans each again whenever it is asked, its dearest part. */
export class PreparedPGlite extends PGlite {
  /** By their names, the types of the values that prepared statements take. */
  readonly #prepared = new Map<string, number[]>()

  static async open(options: PGliteOptions): Promise<PreparedPGlite> {
    const client = new PreparedPGlite(options)
    await client.waitReady
    return client
  }

  override async query<T>(text: string, values: unknown[] = [], options?: Options): Promise<Results<T>> {
    return traced(
      () => statementSpan(text),
      async () => {
        const name = nameOf(text)
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
            const name = nameOf(text)
            return name && !tx.closed ? this.#ask(name, text, values, options) : tx.query(text, values, options)
          },
        )
      return work(Object.create(tx, { query: { value: query } }))
    })
  }

  #ask<T>(name: string, text: string, values: unknown[], options: Options): Promise<Results<T>> {
    return this.runExclusive(async () => {
      const types = this.#prepared.get(name) ?? (await this.#prepare(name, text))
      const bound = values.map((value, n) => asText(this, value, types[n]))
      const told = [bind({ statement: name, values: bound }), describe({ type: 'P' }), execute({}), sync()]
      const { parsers = {}, ...how } = options ?? {}
      const read = Object.assign(Object.create(this.parsers), parsers)
      const [results] = parse.parseResults(await this.#send(told), read, how)
      return results as Results<T>
    })
  }

  async #prepare(name: string, text: string): Promise<number[]> {
    const answer = await this.#send([prepare({ name, text }), describe({ type: 'S', name }), sync()])
    const types = parse.parseDescribeStatementResults(answer)
    this.#prepared.set(name, types)
    return types
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
