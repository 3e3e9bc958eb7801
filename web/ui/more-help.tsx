import type { ReactNode } from 'react'
import { ChevronIcon } from './icons.tsx'

/** Additional text that can be expanded. */
export function MoreHelp({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="group max-w-prose text-sm">
      <summary className="inline-flex min-h-8 cursor-pointer list-none items-center gap-1.5 text-leaf-700 underline underline-offset-4 hover:decoration-2 [&::-webkit-details-marker]:hidden">
        <ChevronIcon className="size-4.5 shrink-0 transition-transform group-open:rotate-180" />
        {title}
      </summary>
      <div className="mt-1.5 border-l-3 border-leaf-200 pl-3.5 text-muted">{children}</div>
    </details>
  )
}
