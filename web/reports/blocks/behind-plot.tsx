import type { ReactNode } from 'react'

/** The numbers of a plot, for keyboard and assistive technology and for whoever wants them exactly. */
export function BehindPlot({ children }: { children: ReactNode }) {
  return (
    <details className="mt-4">
      <summary className="cursor-pointer text-sm text-leaf-700 underline underline-offset-4 print:hidden">
        Als Tabelle anzeigen
      </summary>
      <div className="mt-3 max-h-96 overflow-y-auto print:max-h-none">{children}</div>
    </details>
  )
}
