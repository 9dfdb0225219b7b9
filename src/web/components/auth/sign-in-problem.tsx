import { CircleAlert } from 'lucide-react'

/** Says above a sign-in form why the user is not, or no longer, signed in. */
export function SignInProblem({ children }: { children: string | undefined }) {
  if (children === undefined) return null
  return (
    <p role="alert" className="mb-6 flex items-baseline gap-3 rounded-box border border-err px-4 py-3.5">
      <CircleAlert className="flex-none translate-y-[3px] text-err" size={18} strokeWidth={1.75} aria-hidden />
      {children}
    </p>
  )
}
