import { useContext } from 'react'
import { Link, NavLink, Outlet, useSearchParams } from 'react-router-dom'
import { Button } from '#web/ui/button.tsx'
import { ShortcutContext, useShortcuts } from '#web/ui/shortcuts/use-shortcuts.ts'
import { Brand } from './brand.tsx'
import { keptSearch } from '#web/features/reports/filters/filters.ts'
import { Notices } from './notices.tsx'
import { OutageBanner } from './outage-banner.tsx'
import { pages } from './pages.ts'
import { WaitingBadge, useWaiting } from './waiting-badge.tsx'
import { useLogout } from './session.ts'

/** Layout of every page, with navigation and logout. */
export function Frame() {
  const [search] = useSearchParams()
  const logout = useLogout()
  const { showHelp } = useContext(ShortcutContext)
  useShortcuts({ '?': showHelp })
  const waiting = useWaiting()
  return (
    <div className="min-h-dvh">
      <a
        href="#inhalt"
        className="sr-only z-30 rounded-lg bg-leaf-800 px-4 py-3 text-white focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Zum Inhalt
      </a>
      <header className="border-b border-line bg-surface print:hidden">
        <div className="mx-auto flex max-w-7xl flex-wrap items-center gap-x-4 px-4 sm:px-6">
          <p className="flex min-h-14 items-center gap-2.5">
            <Brand />
            <span className="sr-only">Berichte</span>
          </p>
          <nav aria-label="Berichte" className="order-last w-full xl:order-none xl:w-auto">
            <ul className="flex flex-wrap max-xl:-mx-2">
              {pages.map(({ path, name }) => (
                <li key={path}>
                  <NavLink
                    to={path + keptSearch(search)}
                    end
                    className="relative flex min-h-10 items-center border-y-3 border-transparent px-2 text-sm xl:min-h-14 font-medium hover:text-leaf-700 aria-[current]:border-b-leaf-700 aria-[current]:font-semibold aria-[current]:text-leaf-800"
                  >
                    {name}
                    <WaitingBadge of={waiting[path]} />
                  </NavLink>
                </li>
              ))}
            </ul>
          </nav>
          <Link
            to="/zaehlweise"
            className="ml-auto inline-flex min-h-10 items-center text-sm text-leaf-700 underline underline-offset-4"
          >
            So wird gezählt
          </Link>
          <Button
            look="link"
            aria-keyshortcuts="?"
            className="max-xl:hidden pointer-coarse:hidden"
            onClick={showHelp}
          >
            Tastenkürzel
          </Button>
          <Button look="link" disabled={logout.isPending} onClick={() => logout.mutate()}>
            Abmelden
          </Button>
        </div>
      </header>
      <main
        id="inhalt"
        tabIndex={-1}
        className="mx-auto max-w-7xl px-4 py-6 sm:px-6 print:max-w-none print:p-0 print:[print-color-adjust:exact]"
      >
        <OutageBanner />
        <Notices />
        <Outlet />
      </main>
    </div>
  )
}
