/** The hosts of Stripe's script and what it loads, as named in the pages' policy (platform/http/headers.ts). */
const stripeHost = /^(?:[\w-]+\.)*js\.stripe\.com$/

type Policies = { createPolicy(name: 'default', rules: { createScriptURL(address: string): string | null }): unknown }

let isTrusted = false

/**
 * The pages' policy forbids making a script address from text, which `loadStripe` does. The browser then asks the policy
 * called `default`, and this one allows only Stripe's own addresses, as in Stripe's guide on Trusted Types.
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
