import { Search } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { Form } from 'react-router'

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
  const box = useRef<HTMLInputElement>(null)
  // Going back changes the address, not the box.
  useEffect(() => {
    if (box.current) box.current.value = words
  }, [words])
  return (
    <Form role="search" className="admin-search">
      {sort && <input type="hidden" name="sort" value={sort} />}
      <label className="search-box">
        <span className="sr-only">{label}</span>
        <Search size={18} strokeWidth={1.75} aria-hidden />
        <input
          ref={box}
          type="search"
          name="q"
          className="field-box"
          placeholder={placeholder}
          defaultValue={words}
          maxLength={100}
        />
      </label>
      {children}
      <button className="sr-only">Search</button>
    </Form>
  )
}
