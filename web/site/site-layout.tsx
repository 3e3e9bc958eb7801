import { Link, Outlet, ScrollRestoration, useLocation } from 'react-router-dom'
import { keptQuery } from '#web/attribution/kept-query.ts'
import { legalPages } from './legal-pages.ts'
import { LogoMark } from './logo.tsx'

/** Header and footer of every page. */
export function SiteLayout() {
  const { search } = useLocation()
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#inhalt"
        className="sr-only z-30 rounded-lg bg-leaf-800 px-4 py-3 text-white focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Zum Inhalt
      </a>
      <header className="sticky top-0 z-20 border-b border-line bg-surface">
        <div className="mx-auto flex h-16 max-w-6xl items-center justify-between gap-4 px-4 sm:px-6">
          <Link to={`/${keptQuery(search)}`} className="flex items-center gap-2.5 rounded-lg text-leaf-800">
            <LogoMark />
            <span className="text-lg font-bold tracking-tight">Formlotse</span>
          </Link>
          <p className="text-right text-[0.8125rem] leading-tight text-muted">
            Unabhängiger Service
            <span className="hidden sm:inline"> – nicht der Beitragsservice</span>
          </p>
        </div>
      </header>
      <main id="inhalt" tabIndex={-1} className="flex-1">
        <Outlet />
      </main>
      <Footer />
      {/* Where there is nothing to restore, a new page begins at its top. */}
      <ScrollRestoration />
    </div>
  )
}

function Footer() {
  return (
    <footer className="border-t border-line bg-surface">
      <div className="mx-auto grid max-w-6xl gap-6 px-4 py-10 text-sm text-muted sm:px-6 md:grid-cols-[1fr_auto] md:gap-12">
        <p className="max-w-xl">
          Formlotse ist ein unabhängiger, kostenpflichtiger Dienst. Wir stehen in keiner Verbindung zum
          Beitragsservice von ARD, ZDF und Deutschlandradio. Ihren Antrag können Sie dort auch selbst und
          kostenlos stellen.
        </p>
        <nav aria-label="Rechtliches">
          <ul className="flex flex-wrap gap-x-5 gap-y-2 md:justify-end">
            {legalPages.map(({ path, title }) => (
              <li key={path}>
                <a
                  href={path}
                  target="_blank"
                  rel="noopener"
                  className="inline-flex min-h-6 items-center underline-offset-4 hover:text-ink hover:underline"
                >
                  {title}
                  <span className="sr-only"> (öffnet in neuem Tab)</span>
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <p className="md:col-span-2">© 2024 Formlotse</p>
      </div>
    </footer>
  )
}
