import { classNames } from './class-names.ts'

interface ProgressProps {
  value: number
  max: number
  /** Id of the element that contains the same information as text. */
  labelledBy: string
}

/** Progress bar made of segments. It also contains a visually hidden `<progress>` element for assistive technology. */
export function Progress({ value, max, labelledBy }: ProgressProps) {
  const segments = Array.from({ length: max }, (_, index) => index + 1)
  return (
    <div className="relative flex gap-1.5">
      <progress value={value} max={max} aria-labelledby={labelledBy} className="sr-only" />
      {segments.map((segment) => (
        <span
          key={segment}
          className={classNames(
            'h-1.5 flex-1 rounded-full transition-colors duration-500',
            segment <= value ? 'bg-leaf-600' : 'bg-leaf-200',
          )}
        />
      ))}
    </div>
  )
}
