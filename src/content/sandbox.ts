/** The warning on every page, and at the start, of a shop with sandboxes that people other than its operator can reach. */
export function sandboxWarning(standIns: { signIn: boolean; payment: boolean }): string {
  const facts = [
    ...(standIns.signIn ? ['anyone can sign in as anyone'] : []),
    ...(standIns.payment ? ['no payment is real'] : []),
  ]
  return `This is a test shop: ${facts.join(', and ')}. Do not enter anything private.`
}
