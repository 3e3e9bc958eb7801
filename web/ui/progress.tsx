import { classNames } from './class-names.ts'

interface ProgressProps {
  value: number
  max: number
}

/** Progress bar made of segments. Hidden from assistive technology, because it repeats a text next to it. */
export function Progress({ value, max }: ProgressProps) {
  const segments = Array.from({ length: max }, (_, index) => index + 1)
  return (
    <div data-progress aria-hidden="true" className="flex gap-1.5">
      {segments.map((segment) => (
        <span
          key={segment}
          className={classNames(
            'h-1.5 flex-1 rounded-full transition-colors duration-500 forced-colors:outline-1',
            segment <= value ? 'bg-leaf-600 forced-colors:bg-[Highlight]' : 'bg-leaf-200',
          )}
        />
      ))}
    </div>
  )
}
