/** A4 in points, and the colours of the site's light theme. */
export const page = { width: 595.28, height: 841.89, margin: 56, bottom: 72 }
export const ink = { text: '#15181a', quiet: '#5a6268', line: '#c9cdc9', lime: '#c6f030' }
