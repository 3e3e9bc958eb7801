import type { ReactNode } from 'react'

const looks = {
  strong: 'bg-leaf-800 text-white',
  quiet: 'bg-leaf-100 text-leaf-900',
  amber: 'bg-amber-soft text-amber border border-amber/30',
  alarm: 'bg-alarm-soft text-alarm border border-alarm/30',
}

/** Short word that marks an order. */
export function Tag({ look, children }: { look: keyof typeof looks; children: ReactNode }) {
  return (
    <strong
      className={`inline-flex items-center rounded px-2 text-xs leading-5 font-semibold ${looks[look]}`}
    >
      {children}
    </strong>
  )
}
