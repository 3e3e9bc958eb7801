import type { ReactNode } from 'react'

interface ShareBarProps {
  /** 0..1 */
  share: number
  alarming?: boolean
  /** The number itself. */
  children: ReactNode
}

/** A number with how long it is beside the others of its column, where there is room. */
export function ShareBar({ share, alarming = false, children }: ShareBarProps) {
  return (
    <span className="inline-flex items-center justify-end gap-2">
      <span aria-hidden="true" className="hidden h-2.5 w-24 rounded-sm bg-paper md:block">
        <span
          className={`block h-full rounded-sm ${alarming ? 'bg-alarm' : 'bg-leaf-600'}`}
          style={{ width: `${Math.min(1, Math.max(0, share)) * 100}%` }}
        />
      </span>
      <span className="sm:min-w-13 sm:text-right">{children}</span>
    </span>
  )
}
