import type { ReactNode } from 'react'

interface ShareBarProps {
  /** Length of the bar as a fraction of the maximum length, from 0 to 1. */
  share: number
  alarming?: boolean
  /** Whether phones show the bar as well. */
  onPhones?: boolean
  children: ReactNode
}

/** Number with a bar for comparing the rows of a table. By default, the bar is shown only on wide screens. */
export function ShareBar({ share, alarming = false, onPhones = false, children }: ShareBarProps) {
  return (
    <span className="inline-flex items-center justify-end gap-2">
      <span
        aria-hidden="true"
        className={`${onPhones ? '' : 'hidden'} h-2.5 w-24 rounded-sm bg-paper md:block print:w-12`}
      >
        <span
          className={`block h-full rounded-sm ${alarming ? 'plot-bar-mark' : 'plot-bar-1'}`}
          style={{ width: `${Math.min(1, Math.max(0, share)) * 100}%` }}
        />
      </span>
      <span className={`${onPhones ? 'min-w-9 text-right' : ''} sm:min-w-13 sm:text-right`}>{children}</span>
    </span>
  )
}
