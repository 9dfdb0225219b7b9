/** Said on every page, and at the start, where others than its operator may come to a shop with sandboxes. */
export function sandboxWarning(standIns: { signIn: boolean; payment: boolean }): string {
  const facts = [
    ...(standIns.signIn ? ['anyone can sign in as anyone'] : []),
    ...(standIns.payment ? ['no payment is real'] : []),
  ]
  return `This is a test shop: ${facts.join(', and ')}. Do not enter anything private.`
}
