import { useContext } from 'react'
import { Link, NavLink, Outlet, useLocation, useSearchParams } from 'react-router-dom'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { ShortcutContext, useShortcuts } from '#web/ui/shortcuts/use-shortcuts.ts'
import { Brand } from './brand.tsx'
import { keptSearch } from '#web/features/reports/filters/filters.ts'
import { Notices } from './notices.tsx'
import { SavedViews } from '#web/features/reports/saved-views/saved-views.tsx'
import { SharedLinkBanner } from '#web/features/reports/shared-link/shared-link-banner.tsx'
import { useCanOpen, useIsShared } from '#web/features/reports/shared-link/shared-link-context.ts'
import { OutageBanner } from './outage-banner.tsx'
import { type Page, pages } from './pages.ts'
import { WaitingBadge, useWaiting } from './waiting-badge.tsx'
import { useLogout, useSession } from './session.ts'

/** Layout of every page, with navigation and logout. */
export function Frame() {
  const group = useGroup()
  const logout = useLogout()
  const session = useSession()
  const isShared = useIsShared()
  const { showHelp } = useContext(ShortcutContext)
  useShortcuts({ '?': showHelp })
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
            <span className="border-l border-line pl-2.5 text-muted max-2xl:sr-only">Berichte</span>
          </p>
          <MainNavigation group={group} />
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
          {session.data?.user && !isShared && (
            <>
              <SavedViews />
              <a href="/konto" className="text-sm text-leaf-700 underline underline-offset-4">
                Konto
              </a>
            </>
          )}
          <Button look="link" disabled={logout.isPending} onClick={() => logout.mutate()}>
            {isShared ? 'Ansicht schließen' : 'Abmelden'}
          </Button>
        </div>
      </header>
      <main
        id="inhalt"
        tabIndex={-1}
        className="mx-auto max-w-7xl px-4 py-6 sm:px-6 print:max-w-none print:p-0 print:[print-color-adjust:exact]"
      >
        <GroupNavigation group={group} />
        <SharedLinkBanner />
        <OutageBanner />
        <Notices />
        <Outlet />
      </main>
    </div>
  )
}

/** Returns the page of the main navigation that the current page is or belongs to. */
function useGroup(): Page | undefined {
  const { pathname } = useLocation()
  const page = pages.find(({ path }) => path === pathname)
  return page?.under === undefined ? page : pages.find(({ path }) => path === page.under)
}

const pageLink =
  'relative flex min-h-10 items-center border-y-3 border-transparent px-2 text-sm font-medium hover:text-leaf-700 aria-[current]:border-b-leaf-700 aria-[current]:font-semibold aria-[current]:text-leaf-800'

function MainNavigation({ group }: { group: Page | undefined }) {
  const [search] = useSearchParams()
  const { pathname } = useLocation()
  const waiting = useWaiting()
  const canOpen = useCanOpen()
  return (
    <nav aria-label="Berichte" className="order-last w-full sm:order-none sm:w-auto">
      <ul className="flex flex-wrap max-sm:-mx-2 xl:gap-1">
        {pages
          .filter(({ path, under }) => under === undefined && canOpen(path))
          .map(({ path, name }) => (
            <li key={path}>
              <Link
                to={path + keptSearch(search)}
                aria-current={path === pathname ? 'page' : path === group?.path ? 'true' : undefined}
                className={classNames(pageLink, 'sm:min-h-14 xl:px-2.5')}
              >
                {name}
                <WaitingBadge of={waiting[path]} />
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  )
}

/** Navigation among the pages that belong together. */
function GroupNavigation({ group }: { group: Page | undefined }) {
  const [search] = useSearchParams()
  const canOpen = useCanOpen()
  const shown = pages.filter(
    ({ path, under }) => group && [path, under].includes(group.path) && canOpen(path),
  )
  if (!group || shown.length < 2) return null
  return (
    <nav aria-label={`Seiten zu ${group.name}`} className="-mt-4 mb-4 border-b border-line print:hidden">
      <ul className="-mx-2 flex flex-wrap gap-x-1">
        {shown.map(({ path, name }) => (
          <li key={path}>
            <NavLink to={path + keptSearch(search)} end className={pageLink}>
              {name}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
