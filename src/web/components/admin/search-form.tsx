import { Search } from 'lucide-react'
import { type ReactNode, type SubmitEvent, useId } from 'react'
import { Form, useSubmit } from 'react-router'
import { FollowingInput } from '#web/ui/following-input.tsx'

type SearchFormProps = {
  label: string
  placeholder: string
  words: string | undefined
  sort: string | undefined
  /** Further choices that go into the address with the words. */
  children?: ReactNode
}

/** Searches the list of the page by words, which go into the address. */
export function SearchForm({ label, placeholder, words = '', sort, children }: SearchFormProps) {
  const id = useId()
  const submit = useSubmit()
  function leaveOutEmpty(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    const asked = new FormData()
    for (const [name, value] of new FormData(event.currentTarget)) if (value !== '') asked.append(name, value)
    void submit(asked)
  }
  return (
    <Form role="search" className="admin-search" onSubmit={leaveOutEmpty}>
      {sort && <input type="hidden" name="sort" value={sort} />}
      <label className="search-box" htmlFor={id}>
        <span className="sr-only">{label}</span>
        <Search size={18} strokeWidth={1.75} aria-hidden />
        <FollowingInput
          id={id}
          type="search"
          name="q"
          className="field-box"
          placeholder={placeholder}
          value={words}
          maxLength={100}
        />
      </label>
      {children}
      <button className="sr-only">Search</button>
    </Form>
  )
}
