import type { ReactNode } from 'react'
import { ChevronIcon } from '#web/ui/icons.tsx'
import type { FaqItem } from '#web/features/site/content/faq.ts'
import { EmphasizedText } from './emphasized-text.tsx'

interface FaqProps {
  items: readonly FaqItem[]
  title: string
  /** Text below the title. */
  children: ReactNode
}

/** List of questions and answers. Only one entry is open at a time, because the `<details>` elements share a name. */
export function Faq({ items, title, children }: FaqProps) {
  return (
    <section
      id="faq"
      aria-labelledby="fragen"
      className="below-200 sm:below-175 lg:below-150 mx-auto grid max-w-6xl scroll-mt-2 gap-x-12 gap-y-6 px-4 py-14 sm:px-6 sm:py-20 lg:grid-cols-[17rem_minmax(0,1fr)]"
    >
      <div>
        <h2 id="fragen" className="text-xl font-bold tracking-tight sm:text-2xl">
          {title}
        </h2>
        <p className="mt-2 text-sm text-muted">{children}</p>
      </div>
      <div className="divide-y divide-line self-start rounded-2xl border border-line bg-surface shadow-card">
        {items.map(({ question, answer }) => (
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
