import { Link, useLocation } from 'react-router-dom'
import { keptQuery } from '#domain/site/links/kept-query.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { ArrowIcon } from '#web/ui/icons.tsx'
import type { Service } from '#web/features/site/content/services.ts'
import { ServiceBadge } from '#web/features/site/drawings/service-badge.tsx'
import { ServiceDrawing } from '#web/ui/service-drawing.tsx'
import { FitText } from './fit-text.tsx'

interface OptionCardProps {
  service: Service
  /** Whether the visitor has pressed this service on the landing page. */
  chosen: boolean
  onExplain: () => void
}

/** Card with the link to the form of a service. Choosing a service opens its form immediately. */
export function OptionCard({
  service: { id, title, description, route, badge },
  chosen,
  onExplain,
}: OptionCardProps) {
  const { search } = useLocation()
  return (
    <li
      id={id}
      className={classNames(
        'group relative flex scroll-mt-[calc(100dvh-17.5rem)] items-start gap-3.5 rounded-2xl border p-4 shadow-card transition-colors hover:border-leaf-700 hover:bg-leaf-50 sm:gap-5 sm:p-5',
        chosen ? 'border-leaf-700 bg-leaf-50 ring-1 ring-leaf-700' : 'border-line bg-surface',
      )}
    >
      <ServiceDrawing id={id} className="size-12 p-1.5 sm:size-16 sm:p-2" />
      <div className="min-w-0 flex-1">
        <h2 className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          {/* The link covers the card; other controls are above it. */}
          <Link
            to={route + keptQuery(search)}
            aria-current={chosen ? 'true' : undefined}
            className="rounded-md font-bold text-leaf-800 underline-offset-4 group-hover:underline before:absolute before:inset-0 before:rounded-2xl sm:text-lg"
          >
            {title}
          </Link>
          {chosen ? <ServiceBadge>Ihre Wahl</ServiceBadge> : badge && <ServiceBadge>{badge}</ServiceBadge>}
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
      <ArrowIcon className="size-6 shrink-0 self-center text-leaf-700 transition-transform group-hover:translate-x-1" />
    </li>
  )
}
