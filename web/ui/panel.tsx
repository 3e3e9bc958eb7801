import type { ReactNode } from 'react'
import { AlertIcon } from '#web/ui/icons.tsx'

/** Box with a heading. */
export function Panel({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section
      aria-labelledby={id}
      className="grid gap-4 rounded-2xl border border-line bg-surface p-5 shadow-card sm:p-7"
    >
      <h2 id={id} className="text-lg font-bold">
        {title}
      </h2>
      {children}
    </section>
  )
}

/** Says that something failed. Screen readers announce it at once. */
export function Failure({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="flex gap-2 rounded-xl border-2 border-alarm bg-alarm-soft p-4 text-alarm">
      <AlertIcon className="mt-0.5 size-5 shrink-0" />
      <span>{children}</span>
    </p>
  )
}
