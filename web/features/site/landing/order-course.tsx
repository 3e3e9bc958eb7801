import type { ReactNode } from 'react'
import { Words } from '#web/features/settings/words.tsx'

const course: readonly { title: string; text: ReactNode }[] = [
  {
    title: 'Fragen beantworten',
    text: 'Vier kurze Schritte, etwa 3 Minuten. Vor der Bestellung prüfen Sie alles.',
  },
  { title: 'PDF erhalten', text: 'Gleich nach der Zahlung per E-Mail, mit Rechnung.' },
  {
    title: 'Brief geht zur Post',
    text: (
      <>
        Frühestens <Words of="submitAfter" /> nach der Zahlung; bis dahin können Sie das meiste noch ändern.
      </>
    ),
  },
  { title: 'Bestätigung bekommen', text: 'Per E-Mail mit dem Datum, an dem der Brief zur Post ging.' },
]

/** What happens after the first click, as a line of four stations. */
export function OrderCourse() {
  return (
    <section aria-labelledby="ablauf" className="below-136 lg:below-87 border-y border-line bg-surface">
      <div className="mx-auto max-w-6xl px-4 py-12 sm:px-6 sm:py-16">
        <h2 id="ablauf" className="text-xl font-bold tracking-tight sm:text-2xl">
          So läuft Ihr Auftrag
        </h2>
        <ol className="mt-6 grid sm:mt-8 lg:grid-cols-4">
          {course.map(({ title, text }, index) => (
            <li
              key={title}
              className="relative grid grid-cols-[2.5rem_1fr] gap-x-4 pb-6 before:absolute before:top-10 before:bottom-0 before:left-5 before:w-0.5 before:-translate-x-1/2 before:bg-leaf-200 last:pb-0 last:before:hidden lg:block lg:pr-8 lg:pb-0 lg:before:top-5 lg:before:right-0 lg:before:bottom-auto lg:before:left-10 lg:before:h-0.5 lg:before:w-auto lg:before:translate-x-0"
            >
              <span
                aria-hidden="true"
                className="grid size-10 place-items-center rounded-full bg-leaf-800 font-bold text-white forced-colors:outline-1"
              >
                {index + 1}
              </span>
              <span className="lg:mt-4 lg:block">
                <span className="block pt-1.5 font-semibold lg:pt-0">{title}</span>
                <span className="mt-0.5 block text-sm text-pretty text-muted">{text}</span>
              </span>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
