import { ChevronIcon } from '#web/ui/icons.tsx'
import { faq } from '#web/features/site/content/faq.ts'
import { EmphasizedText } from './emphasized-text.tsx'
import { SupportMail } from '#web/features/site/provider/support-mail.tsx'

/** List of questions and answers. Only one entry is open at a time, because the `<details>` elements share a name. */
export function Faq() {
  return (
    <section
      aria-labelledby="fragen"
      className="mx-auto grid max-w-6xl gap-x-12 gap-y-6 px-4 py-14 sm:px-6 sm:py-20 lg:grid-cols-[17rem_minmax(0,1fr)]"
    >
      <div>
        <h2 id="fragen" className="text-xl font-bold tracking-tight sm:text-2xl">
          Häufige Fragen
        </h2>
        <p className="mt-2 text-sm text-muted">
          Etwas offen? Schreiben Sie uns an{' '}
          <SupportMail className="text-leaf-700 underline underline-offset-3 hover:decoration-2" />. Wir
          antworten meist innerhalb von 24 Stunden.
        </p>
      </div>
      <div className="divide-y divide-line rounded-2xl border border-line bg-surface shadow-card">
        {faq.map(({ question, answer }) => (
          <details key={question} name="faq" className="group">
            <summary className="flex cursor-pointer list-none items-center justify-between gap-4 rounded-2xl px-5 py-4 font-semibold group-open:text-leaf-800 hover:text-leaf-700 sm:px-6 [&::-webkit-details-marker]:hidden">
              {question}
              <ChevronIcon className="size-5 shrink-0 text-leaf-700 transition-transform group-open:rotate-180" />
            </summary>
            <p className="max-w-prose px-5 pb-5 text-muted sm:px-6 [&_strong]:text-ink">
              <EmphasizedText text={answer} />
            </p>
          </details>
        ))}
      </div>
    </section>
  )
}
