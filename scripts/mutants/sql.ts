type Change = { start: number; end: number; text: string }

/** SQL keywords and operators, each with the one it may be confused with. */
const mistakes: [RegExp, (found: string) => string][] = [
  [/\band\b/gi, () => 'or'],
  [/\bor\b/gi, () => 'and'],
  [/(?<=\s)<=(?=\s)/g, () => '<'],
  [/(?<=\s)>=(?=\s)/g, () => '>'],
  [/(?<=\s)<(?=\s)/g, () => '<='],
  [/(?<=\s)>(?=\s)/g, () => '>='],
  [/(?<=\s)=(?=\s)/g, () => '<>'],
  [/(?<=\s)<>(?=\s)/g, () => '='],
  [/(?<=\s)\+(?=\s)/g, () => '-'],
  [/(?<=\s)-(?=\s)/g, () => '+'],
  [/(?<=\s)\*(?=\s)/g, () => '+'],
  [/\bis null\b/gi, () => 'is not null'],
  [/\bis not null\b/gi, () => 'is null'],
  [/\bnot exists\b/gi, () => 'exists'],
  [/(?<!not )\bexists\b/gi, () => 'not exists'],
  [/\basc\b/gi, () => 'desc'],
  [/\bdesc\b/gi, () => 'asc'],
  [/\bgreatest\b/gi, () => 'least'],
  [/\bleast\b/gi, () => 'greatest'],
  [/\bmin(?=\()/gi, () => 'max'],
  [/\bmax(?=\()/gi, () => 'min'],
  [/\bnot in\b/gi, () => 'in'],
  [/(?<!not )\bin(?= \()/gi, () => 'not in'],
  [/(?<![\w$.'])\d+(?![\w.'])/g, (found) => String(Number(found) + 1)],
  [/'[a-z_]+'/g, () => "'mutant'"],
]

/** The small mistakes that can be made in a piece of SQL, each with its position in the piece. */
export function sqlMistakes(text: string): Change[] {
  // The `and` of `between … and …` is no conjunction: it is masked.
  const between = text.replaceAll(/\bbetween\b[^()]*?\band\b/gi, (found) => `${found.slice(0, -3)}###`)
  const changes = mistakes.flatMap(([pattern, mistaken]) =>
    [...between.matchAll(pattern)].map((match) => ({
      start: match.index,
      end: match.index + match[0].length,
      text: mistaken(match[0]),
    })),
  )
  return changes.toSorted((a, b) => a.start - b.start)
}
