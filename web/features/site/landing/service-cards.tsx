import { Link, useLocation } from 'react-router-dom'
import { ArrowIcon } from '#web/ui/icons.tsx'
import { type Service, services } from '#web/features/site/content/services.ts'
import { ServiceBadge } from '#web/features/site/drawings/service-badge.tsx'
import { ServiceDrawing } from '#web/ui/service-drawing.tsx'
import { selectedLink, serviceLink } from '#web/features/site/content/site-links.ts'
import { useWide } from '#web/features/site/reviews/use-wide.ts'

/**
 * Cards of the four services, within the first screen. On a wide screen, each card links to the form of its service. On
 * a phone, where the cards have no descriptions, each links to its option on the selection page.
 */
export function ServiceCards() {
  return (
    <section
      id="services"
      aria-labelledby="services-title"
      className="mx-auto max-w-6xl -scroll-mt-2 px-4 pt-1 pb-10 sm:px-6 sm:pt-4 sm:pb-14"
    >
      <h2 id="services-title" className="text-lg font-bold tracking-tight sm:text-xl">
        Was möchten Sie erledigen?
      </h2>
      <ul className="mt-2 grid grid-cols-2 gap-2.5 sm:mt-4 sm:gap-4 lg:grid-cols-4">
        {services.map((service) => (
          <ServiceCard key={service.id} service={service} />
        ))}
      </ul>
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
        to={wide ? serviceLink(service, search) : selectedLink(service, search)}
        className="group relative flex flex-wrap items-center gap-2.5 rounded-2xl border border-line bg-surface p-2.5 shadow-card transition-colors hover:border-leaf-700 hover:bg-leaf-50 sm:p-5 md:flex-col md:flex-nowrap md:items-stretch md:gap-0"
      >
        <span className="flex items-start justify-between gap-2">
          <ServiceDrawing id={id} className="size-9 p-1 sm:size-12 sm:p-1.5" />
          {!badge && (
            <ArrowIcon className="hidden size-5 text-leaf-700 transition-transform group-hover:translate-x-1 md:block" />
          )}
        </span>
        <span className="flex-1 basis-25 text-sm leading-tight font-bold md:mt-3 md:flex-none md:text-base md:leading-snug">
          {title}
        </span>
        {badge && (
          <span className="absolute -top-2.5 right-3 leading-none md:top-5 md:right-5">
            <ServiceBadge>{badge}</ServiceBadge>
          </span>
        )}
        <span className="mt-1 hidden text-sm text-pretty text-muted md:block">{description}</span>
      </Link>
    </li>
  )
}
