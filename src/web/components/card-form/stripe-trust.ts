/** Where Stripe's script comes from, and what it loads: as the pages' policy names them (platform/http/headers.ts). */
const stripeHost = /^(?:[\w-]+\.)*js\.stripe\.com$/

type Policies = { createPolicy(name: 'default', rules: { createScriptURL(address: string): string | null }): unknown }

let isTrusted = false

/**
 * The pages' policy lets nobody make the address of a script out of text, which `loadStripe` does. The browser asks the policy
 * called `default` then, and this one says yes to addresses of Stripe's own, as Stripe's guide on Trusted Types has it.
 */
export function trustStripe(policies: Policies | undefined = Reflect.get(globalThis, 'trustedTypes')): void {
  if (isTrusted || !policies) return
  isTrusted = true
  policies.createPolicy('default', { createScriptURL: (address) => (isStripes(address) ? address : null) })
}

function isStripes(address: string): boolean {
  const { protocol, hostname } = URL.parse(address) ?? {}
  return protocol === 'https:' && stripeHost.test(hostname ?? '')
}
