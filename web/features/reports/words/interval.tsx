import type { ReactNode } from 'react'

/** Interval of an estimate: below it in a table, after it in a card on a phone. */
export function Interval({ children }: { children: ReactNode }) {
  return (
    <span className="text-muted max-sm:before:content-['('] max-sm:after:content-[')'] sm:block">
      {children}
    </span>
  )
}
