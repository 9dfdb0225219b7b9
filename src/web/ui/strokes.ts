/** Upright strokes at every n-th unit up to `count`, as one path: from `y` down by `length`. */
export function strokes(count: number, every: number, y: number, length: number): string {
  return Array.from({ length: Math.floor(count / every) + 1 }, (_, i) => `M${i * every} ${y}v${length}`).join('')
}
