import { ArrowRight } from 'lucide-react'
import { home } from '#content/home.ts'
import { ButtonLink } from '#web/ui/button.tsx'

/** The link to the tools list. Signed out, it says that a login comes first; the HTML has both versions and shows one. */
export function ToTools() {
  return (
    <>
      <ToToolsAs className="when-signed-out">{home.toTools.signedOut}</ToToolsAs>
      <ToToolsAs className="when-signed-in">{home.toTools.signedIn}</ToToolsAs>
    </>
  )
}

function ToToolsAs({ className, children }: { className: string; children: string }) {
  return (
    <ButtonLink
      to="/tools"
      variant="primary"
      size="large"
      className={`max-sm:w-full max-sm:px-4 max-sm:whitespace-normal ${className}`}
    >
      {children} <ArrowRight size={20} strokeWidth={1.75} aria-hidden />
    </ButtonLink>
  )
}
