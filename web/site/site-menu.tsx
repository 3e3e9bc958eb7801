import { useRef, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { services } from './content/services.ts'
import { ServiceDrawing } from './service-drawing.tsx'
import { serviceLink } from './site-links.ts'

/** The way to the services on a phone. A native popover: Escape and a tap beside it close it. */
export function SiteMenu() {
  const { search } = useLocation()
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
        <ul className="grid gap-3">
          {services.map((service) => (
            <li key={service.id} className="grid">
              <Link
                to={serviceLink(service, search)}
                onClick={() => panel.current?.hidePopover()}
                className="flex items-center gap-4 rounded-2xl border border-line bg-surface p-4"
              >
                <ServiceDrawing id={service.id} className="size-12 p-1.5" />
                <span>
                  <span className="block font-semibold">{service.title}</span>
                  <span className="block text-sm leading-snug text-muted">{service.description}</span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </>
  )
}
