import type { ReactNode } from 'react'
import { NavLink } from 'react-router-dom'
import { type Account, canReadReports, canUseDesk } from '#domain/users/user-contract.ts'
import { Button } from '#web/ui/button.tsx'
import { useAccountRequest } from './queries.ts'

type User = NonNullable<Account['user']>

const link =
  'flex min-h-12 items-center border-y-3 border-transparent px-2.5 text-sm font-medium hover:text-leaf-700 aria-[current]:border-b-leaf-700 aria-[current]:font-semibold aria-[current]:text-leaf-800 sm:min-h-14'

/** Header with what the role of the user opens, around the current page. */
export function Frame({ user, children }: { user: User; children: ReactNode }) {
  const logout = useAccountRequest<object>('logout')
  return (
    <div className="min-h-dvh">
      <a
        href="#inhalt"
        className="sr-only z-30 rounded-lg bg-leaf-800 px-4 py-3 text-white focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Zum Inhalt
      </a>
      <header className="border-b border-line bg-surface">
        <div className="mx-auto flex max-w-6xl flex-wrap items-center gap-x-6 px-4 sm:px-6">
          <p className="flex min-h-14 items-center gap-2.5 text-lg font-bold tracking-tight text-leaf-800">
            <img src="/favicon.svg" alt="" className="size-9" />
            Konto
          </p>
          <nav aria-label="Konto" className="order-last w-full sm:order-none sm:w-auto">
            <ul className="flex flex-wrap gap-x-1 max-sm:-mx-2.5">
              <li>
                <NavLink to="/" end className={link}>
                  Mein Konto
                </NavLink>
              </li>
              {user.role === 'admin' && (
                <li>
                  <NavLink to="/zugaenge" className={link}>
                    Zugänge
                  </NavLink>
                </li>
              )}
              {canReadReports(user.role) && (
                <li>
                  <a href="/berichte" className={link}>
                    Berichte
                  </a>
                </li>
              )}
              {canUseDesk(user.role) && (
                <li>
                  <a href="/auftraege" className={link}>
                    Aufträge
                  </a>
                </li>
              )}
            </ul>
          </nav>
          <Button
            look="link"
            className="ml-auto"
            disabled={logout.isPending}
            onClick={() => logout.mutate({})}
          >
            Abmelden
          </Button>
        </div>
      </header>
      <main id="inhalt" tabIndex={-1} className="mx-auto grid max-w-6xl gap-6 px-4 py-6 sm:px-6">
        {children}
      </main>
    </div>
  )
}
