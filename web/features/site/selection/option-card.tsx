import { Link, useLocation } from 'react-router-dom'
import { keptQuery } from '#domain/site/links/kept-query.ts'
import { Button } from '#web/ui/button.tsx'
import type { Service } from '#web/features/site/content/services.ts'
import { ServiceBadge } from '#web/features/site/drawings/service-badge.tsx'
import { ServiceDrawing } from '#web/features/site/drawings/service-drawing.tsx'
import { FitText } from './fit-text.tsx'

interface OptionCardProps {
  service: Service
  onExplain: () => void
}

/**
 * Link that looks like a radio button in a card. Choosing a service opens its form immediately. If the cards were real
 * radio buttons, an arrow key would already choose a service and leave the page.
 */
export function OptionCard({
  service: { id, title, description, route, badge },
  onExplain,
}: OptionCardProps) {
  const { search } = useLocation()
  return (
    <li className="group relative flex items-start gap-4 rounded-2xl border border-control bg-surface p-4 shadow-card transition-colors hover:border-leaf-700 hover:bg-leaf-50 has-[a:focus-visible]:border-leaf-700 sm:gap-5 sm:p-5">
      <span
        aria-hidden="true"
        className="mt-0.5 grid size-6 shrink-0 place-items-center rounded-full border-2 border-control bg-surface group-has-[a:focus-visible]:border-leaf-700 group-has-[a:hover]:border-leaf-700"
      >
        <span className="size-3 rounded-full bg-leaf-700 opacity-0 transition-opacity group-has-[a:focus-visible]:opacity-100 group-has-[a:hover]:opacity-100" />
      </span>
      <div className="flex-1">
        <h2 className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          {/* The link covers the card; other controls are above it. */}
          <Link
            to={route + keptQuery(search)}
            className="rounded-md font-bold before:absolute before:inset-0 before:rounded-2xl sm:text-lg"
          >
            {title}
          </Link>
          {badge && <ServiceBadge>{badge}</ServiceBadge>}
        </h2>
        <p className="mt-0.5 text-sm text-pretty text-muted sm:text-base">{description}</p>
        <Button
          look="link"
          className="relative mt-1.5 -ml-1 noscript:hidden"
          aria-haspopup="dialog"
          onClick={onExplain}
        >
          Passt das zu mir?
          <span className="sr-only"> {title}</span>
        </Button>
        {/* Replaces the dialog if scripts are disabled. */}
        <details className="relative mt-1.5 hidden noscript:block">
          <summary className="inline-flex min-h-8 cursor-pointer items-center text-leaf-700 underline underline-offset-4">
            Passt das zu mir?
            <span className="sr-only"> {title}</span>
          </summary>
          <div className="pt-2">
            <FitText id={id} />
          </div>
        </details>
      </div>
      <ServiceDrawing id={id} className="hidden size-14 p-2 xs:block sm:size-16" />
    </li>
  )
}
