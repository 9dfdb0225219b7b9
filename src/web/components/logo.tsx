import { site } from '#content/site.ts'

/** The mark: a lime square with a W drawn as one mitred stroke. */
function LogoMark() {
  return (
    <svg className="size-6.75 sm:size-7.5" viewBox="0 0 24 24" aria-hidden="true">
      <rect className="fill-lime" width="24" height="24" rx="1.5" />
      <path
        className="fill-none stroke-on-lime"
        strokeWidth="2.5"
        strokeMiterlimit="10"
        d="M4 6.5 8 17.5 12 7.5 16 17.5 20 6.5"
      />
    </svg>
  )
}

export function Logo() {
  return (
    <span className="flex items-center gap-3">
      <LogoMark />
      <span className="wordname display pt-1 text-[1.375rem] leading-none sm:text-[1.5rem]">{site.name}</span>
    </span>
  )
}
