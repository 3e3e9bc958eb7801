import type { ReactNode } from 'react'

/** Expandable table with the exact numbers of a plot. Unlike the plot, it is accessible to assistive technology. */
export function PlotTable({ children }: { children: ReactNode }) {
  return (
    <details className="mt-1">
      <summary className="cursor-pointer text-sm text-leaf-700 underline underline-offset-4 print:hidden">
        Als Tabelle anzeigen
      </summary>
      <div className="mt-3 max-h-96 overflow-y-auto print:max-h-none">{children}</div>
    </details>
  )
}
