import { priceStatement } from '#web/features/site/content/claims.ts'
import { Boat } from '#web/features/site/drawings/boat.tsx'

const course = [
  { title: 'Fragen beantworten', text: 'Vier Schritte, etwa 3 Minuten' },
  { title: 'PDF erhalten', text: 'Sofort nach der Bestellung per E-Mail' },
  { title: 'Wir leiten weiter', text: 'Per Post an den Beitragsservice' },
]

/** List of the steps of an order with the total price, styled as a receipt. */
export function OrderSlip() {
  return (
    <div className="mx-auto w-full max-w-md lg:max-w-none">
      <Boat className="mx-auto -mb-4 hidden w-44 lg:block" />
      <div className="relative rounded-2xl bg-surface p-6 text-ink shadow-[0_24px_60px_-24px_rgb(0_0_0/0.5)] sm:p-7">
        <h2 className="text-lg font-bold">So läuft Ihr Auftrag</h2>
        <ol className="mt-5">
          {course.map(({ title, text }, index) => (
            <li
              key={title}
              className="relative grid grid-cols-[2rem_1fr] gap-x-4 pb-5 before:absolute before:top-8 before:bottom-0 before:left-4 before:w-0.5 before:-translate-x-1/2 before:bg-leaf-200 last:before:hidden"
            >
              <span
                aria-hidden="true"
                className="grid size-8 place-items-center rounded-full bg-leaf-100 text-sm font-bold text-leaf-800"
              >
                {index + 1}
              </span>
              <span>
                <span className="block font-semibold">{title}</span>
                <span className="block text-sm text-muted">{text}</span>
              </span>
            </li>
          ))}
        </ol>
        <p className="flex flex-wrap items-baseline justify-between gap-x-4 border-t-2 border-dashed border-line pt-4">
          <span className="text-sm text-muted">Alles zusammen</span>
          <span>
            <span className="text-xl font-bold tabular-nums">{priceStatement.price}</span>{' '}
            <span className="text-sm text-muted">einmalig</span>
          </span>
        </p>
      </div>
    </div>
  )
}
