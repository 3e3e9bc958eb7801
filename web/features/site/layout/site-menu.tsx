import { Suspense, useRef, useState } from 'react'
import { loadedLater } from '#web/ui/timing/loaded-later.ts'

const MenuCards = loadedLater(async () => (await import('./menu-cards.tsx')).MenuCards)

/** Menu on a phone. It is a native popover, so Escape or a tap outside closes it. */
export function SiteMenu() {
  const panel = useRef<HTMLElement>(null)
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        popoverTarget="menu"
        aria-expanded={open}
        aria-label="Menü"
        className="-mr-2.5 grid size-11 cursor-pointer place-items-center rounded-lg text-leaf-800 md:hidden"
      >
        <svg
          viewBox="0 0 24 24"
          className="size-6"
          fill="none"
          stroke="currentColor"
          strokeWidth="2.2"
          strokeLinecap="round"
          aria-hidden="true"
        >
          <path d={open ? 'm6 6 12 12M18 6 6 18' : 'M4 7h16M4 12h16M4 17h16'} />
        </svg>
      </button>
      <nav
        ref={panel}
        id="menu"
        popover="auto"
        aria-label="Menü"
        onToggle={({ newState }) => setOpen(newState === 'open')}
        className="inset-x-0 top-16 bottom-auto m-0 max-h-[calc(100dvh-4rem)] w-full overflow-y-auto border-b border-line bg-paper p-4 text-ink shadow-card backdrop:top-16 backdrop:bg-leaf-900/50 md:hidden"
      >
        <Suspense>
          <MenuCards onChosen={() => panel.current?.hidePopover()} />
        </Suspense>
      </nav>
    </>
  )
}
