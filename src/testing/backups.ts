import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { OrderPlaced } from '#features/orders/schema.ts'
import { Tool } from '#features/catalogue/schema.ts'
import { adminHeaders, inherited, type ShopProcess } from './process.ts'

/** Runs one of the commands in scripts/ and returns its output and exit code. */
export function runCommand(name: string, args: string[], env: Record<string, string>) {
  const script = fileURLToPath(new URL(`../../scripts/${name}.ts`, import.meta.url))
  return new Promise<{ code: number | string | null; output: string }>((resolve) => {
    const settings = { env: { ...inherited(), ...env } }
    execFile(process.execPath, [script, ...args], settings, (error, stdout, stderr) =>
      resolve({ code: error ? (error.code ?? null) : 0, output: stdout + stderr }),
    )
  })
}

/** Orders one product, one order after the other, until `stop` is called. `placed` collects the acknowledged orders. */
export async function sellIn(shop: ShopProcess, admin: { email: string; password: string }) {
  const headers = await adminHeaders(shop.origin, admin)
  const call = async (path: string, body: object) => {
    const answer = await fetch(`${shop.origin}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return answer.json()
  }
  const product = { name: 'A fan', description: 'A fan.', price: 5, img: '/x.webp', available_quantity: 100_000 }
  const { _id: toolId } = Tool.parse(await call('/tool', product))
  const order = { toolId, orderQuantity: 1, address: 'Plot 9, Mirpur', phone: '+880 1711 000000' }
  const placed: string[] = []
  const over = new AbortController()
  const selling = (async () => {
    while (!over.signal.aborted) placed.push(OrderPlaced.parse(await call('/order', order))._id)
  })()
  return {
    placed,
    async stop() {
      over.abort()
      await selling
    },
  }
}

/** The given orders that a shop does not have. */
export async function missingIn(shop: ShopProcess, admin: { email: string; password: string }, ids: readonly string[]) {
  const headers = await adminHeaders(shop.origin, admin)
  const missing: string[] = []
  for (const id of ids) {
    const answer = await fetch(`${shop.origin}/api/order/${id}`, { headers })
    if (!answer.ok) missing.push(id)
  }
  return missing
}
