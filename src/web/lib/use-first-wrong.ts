import { useEffect, useRef, type RefObject } from 'react'

/**
 * For a form that shows its own errors: each time it does, focuses the first invalid field.
 * @returns the form's ref.
 */
export function useFirstWrong(problem: object | undefined): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (problem) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [problem])
  return form
}
