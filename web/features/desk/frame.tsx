import { useContext } from 'react'
import { NavLink, Outlet, useNavigate } from 'react-router-dom'
import { Button } from '#web/ui/button.tsx'
import { useLogout } from './queries.ts'
import { KeyHint } from '#web/ui/shortcuts/kbd.tsx'
import { moveToRow, toggleFocusedRow } from '#web/features/desk/shortcuts/rows.ts'
import { ShortcutContext, useShortcuts } from '#web/ui/shortcuts/use-shortcuts.ts'

const pages = [
  { path: '/', name: 'Zu tun', shortcut: 'z' },
  { path: '/suche', name: 'Suche', shortcut: '/' },
  { path: '/anfragen', name: 'Anfragen', shortcut: 'a' },
] as const

/** Header with the pages and the operator, around the current page. */
export function Frame({ operator, isNamed }: { operator: string; isNamed: boolean }) {
  const { showHelp } = useContext(ShortcutContext)
  const navigate = useNavigate()
  useShortcuts({
    '?': showHelp,
    '/': () => void navigate('/suche'),
    z: () => void navigate('/'),
    a: () => void navigate('/anfragen'),
    j: () => moveToRow(1),
    k: () => moveToRow(-1),
    x: toggleFocusedRow,
  })
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
            Aufträge
          </p>
          <Pages />
          <Operator name={operator} isNamed={isNamed} />
        </div>
      </header>
      <main id="inhalt" tabIndex={-1} className="mx-auto max-w-6xl px-4 py-6 sm:px-6">
        <Outlet />
      </main>
    </div>
  )
}

function Pages() {
  return (
    <nav aria-label="Aufträge" className="order-last w-full sm:order-none sm:w-auto">
      <ul className="flex gap-1">
        {pages.map(({ path, name, shortcut }) => (
          <li key={path}>
            <NavLink
              to={path}
              end
              aria-keyshortcuts={shortcut}
              className="flex min-h-12 items-center gap-2 border-y-3 border-transparent px-2.5 text-sm font-medium hover:text-leaf-700 aria-[current]:border-b-leaf-700 aria-[current]:font-semibold aria-[current]:text-leaf-800 sm:min-h-14"
            >
              {name}
              <KeyHint of={shortcut} />
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Operator({ name, isNamed }: { name: string; isNamed: boolean }) {
  const { showHelp } = useContext(ShortcutContext)
  const logout = useLogout()
  return (
    <div className="ml-auto flex min-w-0 items-center gap-3 text-sm text-muted">
      <span className="flex items-center gap-1.5 max-sm:hidden pointer-coarse:hidden">
        <Button look="link" aria-keyshortcuts="?" onClick={showHelp}>
          Tastenkürzel
        </Button>
        <KeyHint of="?" />
      </span>
      {isNamed ? (
        <a href="/konto" className="truncate text-leaf-700 underline underline-offset-4">
          {name}
          <span className="sr-only">: Konto</span>
        </a>
      ) : (
        <span className="truncate">{name}</span>
      )}
      <Button look="link" disabled={logout.isPending} onClick={() => logout.mutate()}>
        Abmelden
      </Button>
    </div>
  )
}
