/** Whether an address consists of only scheme, host and port. */
export function isOrigin(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { pathname, search, hash, username, password } = new URL(address)
  return pathname === '/' && !search && !hash && !username && !password
}
