import { Link, useLocation } from 'react-router-dom'
import { keptQuery } from '#domain/site/links/kept-query.ts'
import { classNames } from '#web/ui/class-names.ts'
import { scrollBehavior } from '#web/ui/scroll-behavior.ts'
import { services } from '#web/features/site/content/services.ts'
import { LogoMark } from './logo.tsx'
import { mainCallId } from './main-call.tsx'
import { serviceLink } from '#web/features/site/content/site-links.ts'
import { SiteMenu } from './site-menu.tsx'
import { useScrolledPast } from './use-scrolled-past.ts'

/**
 * Header of all pages. On the landing page it is hidden until the bottom of the main call to action is less than 200 px
 * from the top of the screen.
 */
export function SiteHeader() {
  const { pathname, search } = useLocation()
  const home = pathname === '/'
  const pastCall = useScrolledPast(mainCallId, { line: 200 })
  return (
    <header
      className={classNames(
        'top-0 z-20 border-b border-line bg-surface font-german low:static',
        home ? 'fixed inset-x-0 duration-300' : 'sticky',
        // Animate only the position. The visibility must change immediately, because invisible elements cannot be
        // focused.
        home && pastCall && 'transition-[translate] low:transition-none',
        // Hide the header, except while it contains the focus. If scripts are disabled or the screen
        // is low, never hide it, but let it scroll away.
        home &&
          !pastCall &&
          'invisible -translate-y-full transition-[translate,visibility] focus-within:transition-[translate] focus-within:visible focus-within:translate-none noscript:visible noscript:static noscript:translate-none low:visible low:translate-none low:transition-none',
      )}
    >
      <div className="mx-auto flex h-16 max-w-6xl items-center justify-between gap-4 px-4 sm:px-6">
        <Link
          to={`/${keptQuery(search)}`}
          onClick={() => window.scrollTo({ top: 0, behavior: scrollBehavior() })}
          className="flex items-center gap-2.5 rounded-lg text-leaf-800"
        >
          <LogoMark />
          <span className="text-lg font-bold tracking-tight">Formlotse</span>
        </Link>
        <p className="ml-auto text-right text-[0.8125rem] leading-tight text-muted md:hidden lg:order-last lg:ml-0 lg:block">
          Unabhängiger Service
          <span className="hidden sm:inline"> – nicht der Beitragsservice</span>
        </p>
        <nav aria-label="Hauptmenü" className="hidden md:block">
          <ul className="flex gap-1">
            {services.map((service) => (
              <li key={service.id}>
                <Link
                  to={serviceLink(service, search)}
                  aria-current={pathname.startsWith(service.route) ? 'true' : undefined}
                  className="flex min-h-11 items-center rounded-lg px-3 font-medium text-ink transition-colors hover:bg-leaf-50 hover:text-leaf-800 aria-[current]:font-semibold aria-[current]:text-leaf-700"
                >
                  {service.shortTitle}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <SiteMenu />
      </div>
    </header>
  )
}
