import type { Ref, SelectHTMLAttributes } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { ChevronIcon } from '#web/ui/icons.tsx'

interface SelectProps extends SelectHTMLAttributes<HTMLSelectElement> {
  ref?: Ref<HTMLSelectElement>
}

export function Select({ className, children, ...rest }: SelectProps) {
  return (
    <div className="relative">
      <select
        className={classNames(
          // Truncate the selected option with an ellipsis on narrow pages. The open list shows it in full.
          'min-h-12 w-full appearance-none truncate rounded-lg border border-control bg-surface py-2.5 pr-10 pl-3.5 text-base',
          'hover:border-leaf-800 aria-invalid:border-2 aria-invalid:border-alarm aria-invalid:bg-alarm-soft',
          className,
        )}
        {...rest}
      >
        {children}
      </select>
      <ChevronIcon className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 size-5 text-muted" />
    </div>
  )
}
