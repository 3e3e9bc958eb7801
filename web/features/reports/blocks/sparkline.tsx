import { number } from '#web/features/reports/words/number-format.ts'

const [width, height, gap] = [112, 24, 1]

interface SparklineProps {
  /** One value per day, oldest first. */
  values: readonly number[]
  /** What is counted. */
  label: string
}

/** Small bars that tell a lasting fault from one of a single day. */
export function Sparkline({ values, label }: SparklineProps) {
  const max = Math.max(1, ...values)
  const step = width / Math.max(1, values.length)
  const days = values.filter((value) => value > 0).length
  return (
    <svg
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an img element cannot draw with the colors of the page
      role="img"
      aria-label={`${label}: an ${number(days)} von ${number(values.length)} Tagen, höchstens ${number(Math.max(0, ...values))} an einem Tag`}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      className="inline-block align-middle"
    >
      <line x1="0" x2={width} y1={height - 0.5} y2={height - 0.5} stroke="var(--color-line)" />
      {values.map((value, index) => (
        <rect
          // The bars have no identity but their day.
          // oxlint-disable-next-line react/no-array-index-key -- the order never changes
          key={index}
          x={index * step}
          width={Math.max(1, step - gap)}
          y={height - (value / max) * height}
          height={(value / max) * height}
          fill="var(--color-alarm)"
        />
      ))}
    </svg>
  )
}
