/** Longer ones may break: on a phone they would be wider than their column. */
const longest = 16

const units = 'mm|cm|km|m|[kmGM]?Hz|[km]?W|Wh|VA|[kmµ]?[AV]|k?g|°C|dBA?|%|rpm|pcs|min|h|PLUS'

/** A count of something ("3 × CPU"), a figure with its unit, or words joined by hyphens; each matched from its start. */
const candidates = new RegExp(
  String.raw`(?<![\p{L}\p{N}.,-])(?:\d[\d.,]*[ \u00A0](?:×[ \u00A0][^\s,;×]+|(?:${units})(?![\p{L}\p{N}]))` +
    String.raw`|[\p{L}\p{N}.]+(?:-[\p{L}\p{N}.]+)+)`,
  'gu',
)

/** A hyphen beside a figure or a capital joins a name: "USB-C" and "24-pin", but not "well-known". */
const joinsName = /[\p{Lu}\p{N}]-|-[\p{Lu}\p{N}]/u

/** Splits a text into parts, in order: those in which a line must not break, and the text between them. */
export function wholesIn(text: string): { part: string; whole: boolean }[] {
  const parts: { part: string; whole: boolean }[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(candidates)) {
    if (found.length > longest || (!found.includes(' ') && !joinsName.test(found))) continue
    if (index > end) parts.push({ part: text.slice(end, index), whole: false })
    parts.push({ part: found, whole: true })
    end = index + found.length
  }
  if (end < text.length) parts.push({ part: text.slice(end), whole: false })
  return parts
}
