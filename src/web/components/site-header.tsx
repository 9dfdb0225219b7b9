import { Menu, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link, useLocation, useNavigation } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { site } from '#content/site.ts'
import { CartLink } from './cart/cart-link.tsx'
import { Logo } from './logo.tsx'
import { PageLinks, SessionButtons } from './navigation.tsx'
import { ThemeButton } from './theme-button.tsx'

const sheetId = 'site-menu'

export function SiteHeader() {
  return (
    <>
      <header className="relative z-10 border-b border-edge bg-paper">
        <div className="page">
          <div className="inset flex h-[62px] items-center gap-2.5 sm:h-[72px]">
            <HomeLink />
            <nav aria-label="Main" className="ml-auto hidden h-full items-stretch gap-7.5 pr-6.5 lg:flex">
              <PageLinks className="nav-link" />
            </nav>
            <div className="ml-auto flex gap-2.5 lg:ml-0">
              <CartLink />
              <ThemeButton />
              <div className="hidden lg:contents">
                <SessionButtons />
              </div>
              <Button
                variant="quiet"
                size="square"
                className="lg:hidden"
                popoverTarget={sheetId}
                aria-label="Open menu"
              >
                <Menu size={20} strokeWidth={1.75} aria-hidden />
              </Button>
            </div>
          </div>
        </div>
        <MenuSheet />
      </header>
      <OnItsWay />
    </>
  )
}

/** The menu on small screens: a popover, so that opening, closing and Escape work without any script of ours. */
function MenuSheet() {
  const sheet = useRef<HTMLDivElement>(null)
  const { key } = useLocation()
  const shownAt = useRef(key)
  useEffect(() => {
    // Not on hydration: the menu may already be open then.
    if (shownAt.current !== key) sheet.current?.hidePopover()
    shownAt.current = key
  }, [key])
  return (
    <div ref={sheet} id={sheetId} popover="auto" className="sheet">
      <OnItsWay />
      <div className="page inset">
        <div className="flex h-[62px] items-center justify-between sm:h-[72px]">
          <HomeLink />
          <Button
            variant="quiet"
            size="square"
            popoverTarget={sheetId}
            popoverTargetAction="hide"
            aria-label="Close menu"
          >
            <X size={20} strokeWidth={1.75} aria-hidden />
          </Button>
        </div>
        <nav aria-label="Menu" className="grid border-t border-edge">
          <PageLinks className="sheet-link" />
        </nav>
        <div className="grid py-7">
          <SessionButtons />
        </div>
      </div>
    </div>
  )
}

/** Shows that the next page is on its way, unless it is there in a moment. */
function OnItsWay() {
  if (useNavigation().state === 'idle') return null
  return <div aria-hidden className="on-its-way" />
}

function HomeLink() {
  return (
    <Link to="/" aria-label={`${site.name}, home`}>
      <Logo />
    </Link>
  )
}
