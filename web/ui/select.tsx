import type { Ref, SelectHTMLAttributes } from 'react'
import { classNames } from './class-names.ts'
import { ChevronIcon } from './icons.tsx'

interface SelectProps extends SelectHTMLAttributes<HTMLSelectElement> {
  ref?: Ref<HTMLSelectElement>
}

export function Select({ className, children, ...rest }: SelectProps) {
  return (
    <div className="relative">
      <select
        className={classNames(
          // The list shows each option whole; what a narrow page has no room for is seen to go on.
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
