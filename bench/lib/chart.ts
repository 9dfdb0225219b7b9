/** A call and its value at each size. */
export type Line = { title: string; values: readonly number[] }

const colours = ['#15803d', '#0369a1', '#b45309', '#7e22ce', '#be123c', '#0f766e', '#4d7c0f', '#475569']
const width = 900
const height = 420
const plot = { left: 56, top: 24, right: 620, bottom: 350 }

/** How calls hold up as the shop grows, 1 being the small shop, as an SVG. */
export function drawGrowth(lines: readonly Line[], sizes: readonly string[], goal: number): string {
  const highest = Math.max(1.2, ...lines.flatMap(({ values }) => values))
  const x = (n: number) => plot.left + (n * (plot.right - plot.left)) / (sizes.length - 1)
  const y = (value: number) => plot.bottom - (value / highest) * (plot.bottom - plot.top)
  const drawn = lines.flatMap(({ title, values }, n) => {
    const colour = colours[n % colours.length]
    const points = values.map((value, size) => `${x(size).toFixed(1)},${y(value).toFixed(1)}`).join(' ')
    return [
      `<polyline points="${points}" fill="none" stroke="${colour}" stroke-width="2"/>`,
      `<path d="M640 ${40 + n * 24}h24" stroke="${colour}" stroke-width="2"/>`,
      text(672, 44 + n * 24, title, 'start'),
    ]
  })
  const ticks = [0, 0.5, 1].map((value) => text(plot.left - 8, y(value) + 4, value.toFixed(1), 'end'))
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    `<path d="M${plot.left} ${plot.top}V${plot.bottom}H${plot.right}" fill="none" stroke="#475569"/>`,
    `<path d="M${plot.left} ${y(goal).toFixed(1)}H${plot.right}" stroke="#94a3b8" stroke-dasharray="4 4"/>`,
    text(plot.right, y(goal) - 6, `goal ${goal}`, 'end'),
    ...ticks,
    ...sizes.flatMap((size, n) =>
      size.split(', ').map((part, line) => text(x(n), plot.bottom + 20 + 16 * line, part, 'middle')),
    ),
    ...drawn,
    '</svg>',
    '',
  ].join('\n')
}

function text(x: number, y: number, content: string, anchor: 'start' | 'middle' | 'end'): string {
  const escaped = content.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}" fill="#334155">${escaped}</text>`
}
