import { Link, useLocation } from 'react-router-dom'
import { keptQuery } from '#domain/site/links/kept-query.ts'
import { classNames } from '#web/ui/class-names.ts'
import { services } from '#web/features/site/content/services.ts'
import { useScrolledPast } from '#web/features/site/layout/use-scrolled-past.ts'

export const optionsId = 'anliegen'

/** Height of the site header, in px. */
const header = 64

/** Bar that shows the four services in one line once their cards have scrolled away. */
export function ShortcutBar() {
  const { search } = useLocation()
  const shown = useScrolledPast(optionsId, { line: header })
  return (
    <nav
      aria-label="Schnellauswahl"
      data-shortcut-bar={shown || undefined}
      className={classNames(
        'fixed inset-x-0 top-16 z-10 border-b border-line bg-leaf-50 transition-[translate,visibility] duration-300',
        !shown && 'invisible -translate-y-full',
      )}
    >
      <ul className="mx-auto flex max-w-6xl gap-1.5 px-2 py-2 sm:gap-3 sm:px-6">
        {services.map(({ id, title, shortTitle, route }) => (
          <li key={id} className="grid flex-auto">
            <Link
              to={route + keptQuery(search)}
              className="flex min-h-11 items-center justify-center rounded-lg border border-leaf-200 bg-surface px-1 text-center text-[0.8125rem] font-semibold text-leaf-800 transition-colors hover:border-leaf-700 sm:text-sm"
            >
              <span className="lg:hidden">{shortTitle}</span>
              <span className="hidden lg:inline">{title}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
