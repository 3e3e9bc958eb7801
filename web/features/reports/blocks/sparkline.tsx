import { scaleBand, scaleLinear } from 'd3-scale'
import { number } from '#web/features/reports/words/number-format.ts'

const [width, height] = [112, 24]

interface SparklineProps {
  /** One value per day, oldest first. Negative values are drawn below the line, in a calm color. */
  values: readonly number[]
  /** What is counted. */
  label: string
}

/** Small bars that tell a lasting fault from one of a single day. */
export function Sparkline({ values, label }: SparklineProps) {
  const x = scaleBand([...values.keys()], [0, width]).paddingInner(0.25)
  const y = scaleLinear([Math.min(0, ...values), Math.max(1, ...values)], [height, 0])
  const days = values.filter((value) => value > 0).length
  return (
    <svg
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an img element cannot draw with the colors of the page
      role="img"
      aria-label={`${label}: an ${number(days)} von ${number(values.length)} Tagen, höchstens ${number(Math.max(0, ...values))} an einem Tag`}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      className="inline-block align-middle print:w-20"
    >
      <line x1="0" x2={width} y1={y(0) - 0.5} y2={y(0) - 0.5} stroke="var(--color-line)" />
      {values.map((value, index) => (
        <rect
          // The bars have no identity but their day.
          // oxlint-disable-next-line react/no-array-index-key -- the order never changes
          key={index}
          x={x(index)}
          width={x.bandwidth()}
          y={y(Math.max(0, value))}
          height={Math.abs(y(0) - y(value))}
          fill={value > 0 ? 'var(--plot-mark)' : 'var(--plot-past)'}
        />
      ))}
    </svg>
  )
}
