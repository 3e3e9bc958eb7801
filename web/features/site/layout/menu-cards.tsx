import { Link, useLocation } from 'react-router-dom'
import { services } from '#web/features/site/content/services.ts'
import { ServiceDrawing } from '#web/ui/service-drawing.tsx'
import { serviceLink } from '#web/features/site/content/site-links.ts'

export function MenuCards({ onChosen }: { onChosen: () => void }) {
  const { search } = useLocation()
  return (
    <ul className="grid gap-3">
      {services.map((service) => (
        <li key={service.id} className="grid">
          <Link
            to={serviceLink(service, search)}
            onClick={onChosen}
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
  )
}
