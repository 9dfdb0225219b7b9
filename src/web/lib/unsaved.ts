/** Asks whether unsaved input may be discarded. @returns whether it may. */
type Question = () => Promise<boolean>

let question: Question | undefined

/**
 * Whether the page may be left by something other than a link, such as Sign Out. A page with unsaved text asks first;
 * otherwise the answer is yes.
 */
export async function mayLeave(): Promise<boolean> {
  return question ? question() : true
}

/** Makes `mayLeave` ask this question from now on. @returns a function that stops it. */
export function askBeforeLeaving(ask: Question): () => void {
  question = ask
  return () => {
    if (question === ask) question = undefined
  }
}
