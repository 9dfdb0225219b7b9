import { useEffect, useRef, type RefObject } from 'react'

/**
 * For a form that says by itself what is wrong: each time it does, its first wrong field takes the focus.
 * @returns the form's ref.
 */
export function useFirstWrong(problem: object | undefined): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (problem) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [problem])
  return form
}
