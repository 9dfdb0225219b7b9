/** Asks whether what was typed may be lost. @returns whether it may. */
type Question = () => Promise<boolean>

let question: Question | undefined

/**
 * Whether the page may be left by something else than a link, such as Sign Out. A page with unsaved text asks first;
 * without one the answer is yes.
 */
export async function mayLeave(): Promise<boolean> {
  return question ? question() : true
}

/** Has `mayLeave` ask this from now on. @returns what ends that. */
export function askBeforeLeaving(ask: Question): () => void {
  question = ask
  return () => {
    if (question === ask) question = undefined
  }
}
