import { SunMoon } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'

/** The storage key of the choice; the early script reads it before the first paint. */
const storageKey = 'theme'
const light = 'wattwork'
const dark = 'wattwork-dark'

function toggleTheme() {
  const shown =
    document.documentElement.dataset['theme'] ?? (matchMedia('(prefers-color-scheme: dark)').matches ? dark : light)
  const next = shown === dark ? light : dark
  document.documentElement.dataset['theme'] = next
  try {
    localStorage.setItem(storageKey, next)
  } catch {
    // Storage may be blocked: the choice then lasts only as long as the page.
  }
}

export function ThemeButton() {
  return (
    <Button
      variant="quiet"
      size="square"
      className="noscript:hidden"
      aria-label="Switch between light and dark"
      onClick={toggleTheme}
    >
      <SunMoon size={18} strokeWidth={1.75} aria-hidden />
    </Button>
  )
}
