export function windowsShims(node: string): Record<string, string>
