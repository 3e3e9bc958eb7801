import { Link, useLocation } from 'react-router-dom'
import { ArrowIcon } from '#web/ui/icons.tsx'
import { type Service, services } from '#web/features/site/content/services.ts'
import { ServiceBadge } from '#web/features/site/drawings/service-badge.tsx'
import { ServiceDrawing } from '#web/features/site/drawings/service-drawing.tsx'
import { serviceLink, startLink } from '#web/features/site/content/site-links.ts'
import { useWide } from '#web/features/site/reviews/use-wide.ts'

/**
 * Cards of the four services. On a wide screen, each card links to the form of its service. On a phone, the four cards
 * do not fit on the screen. There, each card links to the selection page, where the services are easier to compare.
 */
export function ServiceCards() {
  return (
    <section
      id="services"
      aria-labelledby="services-title"
      className="-scroll-mt-2 border-y border-line bg-surface"
    >
      <div className="mx-auto max-w-6xl px-4 py-14 sm:px-6 sm:py-20">
        <h2 id="services-title" className="text-xl font-bold tracking-tight sm:text-2xl">
          Was möchten Sie erledigen?
        </h2>
        <p className="mt-2 max-w-2xl text-muted">Vier Anliegen, ein Preis, vier kurze Schritte.</p>
        <ul className="mt-6 grid gap-4 sm:mt-8 md:grid-cols-2">
          {services.map((service) => (
            <ServiceCard key={service.id} service={service} />
          ))}
        </ul>
      </div>
    </section>
  )
}

function ServiceCard({ service }: { service: Service }) {
  const { search } = useLocation()
  const wide = useWide()
  const { id, title, description, badge } = service
  return (
    <li className="grid">
      <Link
        to={wide ? serviceLink(service, search) : startLink(search)}
        className="group flex items-center gap-4 rounded-2xl border border-line bg-surface p-5 shadow-card transition-colors hover:border-leaf-700 hover:bg-leaf-50 sm:gap-5 sm:p-6"
      >
        <ServiceDrawing id={id} className="size-14 p-2 sm:size-16" />
        <span className="flex-1">
          <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <span className="font-bold sm:text-lg">{title}</span>
            {badge && <ServiceBadge>{badge}</ServiceBadge>}
          </span>
          <span className="mt-0.5 block text-sm text-pretty text-muted">{description}</span>
        </span>
        <ArrowIcon className="size-6 shrink-0 text-leaf-700 transition-transform group-hover:translate-x-1" />
      </Link>
    </li>
  )
}
