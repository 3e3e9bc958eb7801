interface ProgressProps {
  value: number
  max: number
  /** Id of the text that says the same in words. */
  labelledBy: string
}

export function Progress({ value, max, labelledBy }: ProgressProps) {
  return (
    <div
      role="progressbar"
      aria-labelledby={labelledBy}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      className="flex gap-1.5"
    >
      {Array.from({ length: max }, (_, index) => (
        <span
          key={index}
          className={`h-1.5 flex-1 rounded-full transition-colors duration-500 ${index < value ? 'bg-leaf-600' : 'bg-leaf-200'}`}
        />
      ))}
    </div>
  )
}
