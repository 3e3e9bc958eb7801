import { usualRange } from '#domain/reports/deviation/usual-range.ts'
import { stepTitle } from '#domain/reports/words.ts'
import { isAveraged } from '#web/features/reports/plot/averaged.ts'
import type { DayMark } from '#web/features/reports/plot/day-marks.tsx'
import { useOpenDays } from '#web/features/reports/plot/open-days.tsx'
import { TimePlot } from '#web/features/reports/plot/time-plot.tsx'
import { number, share } from '#web/features/reports/words/number-format.ts'
import type { UnusualStep } from '#web/features/reports/stages/unusual.tsx'
import type { TrendSpan } from './trend-spans.ts'

interface LossPanelsProps {
  spans: readonly TrendSpan[]
  funnel: string
  /** Days and steps that the page calls unusual. They are marked. */
  found: readonly Pick<UnusualStep, 'day' | 'stage'>[]
  marks: readonly DayMark[]
  onOpenMarks: (marks: readonly DayMark[]) => void
  /** Name of the plots, such as `Verlust je Schritt von Tag zu Tag`. */
  title: string
}

/** Counts of a step: runs that passed it or were lost there, without those that are still open. */
export function decidedIn(span: Pick<TrendSpan, 'day' | 'stages' | 'lost'>, step: number) {
  const lost = span.lost[step - 1] ?? 0
  return { day: span.day, lost, all: lost + (span.stages[step] ?? 0) }
}

/** Returns the rate of several counts together, or null if they are empty. */
function rateOf(counts: readonly { all: number; lost: number }[]): number | null {
  const all = counts.reduce((sum, one) => sum + one.all, 0)
  return all === 0 ? null : counts.reduce((sum, { lost }) => sum + lost, 0) / all
}

/** Loss of each step over time, in plots of the same scale. Lines of several steps in one plot would cover each other. */
export function LossPanels({ spans, funnel, found, marks, onOpenMarks, title }: LossPanelsProps) {
  const steps = Array.from({ length: (spans[0]?.stages.length ?? 1) - 1 }, (_, index) => index + 1)
  const whole = spans.filter(({ isWhole }) => isWhole)
  const rates = steps.flatMap((step) => whole.map((span) => rateOf([decidedIn(span, step)]) ?? 0))
  const shared = { spans, whole, marks, onOpenMarks, atLeast: Math.max(0.1, ...rates) }
  return (
    <>
      <div className="grid gap-x-8 gap-y-4 md:grid-cols-2 print:grid-cols-2">
        {steps.map((step) => (
          <div key={step} className="min-w-0">
            <h3 className="mb-1 flex items-baseline justify-between gap-3 text-sm">
              <span className="font-semibold">
                {step}. {stepTitle(funnel, step)}
              </span>
              <span className="text-muted tabular-nums">
                {share(rateOf(whole.map((span) => decidedIn(span, step))) ?? 0)} verloren
              </span>
            </h3>
            <LossPanel
              {...shared}
              step={step}
              unusual={found.filter(({ stage }) => stage === step).map(({ day }) => day)}
              label={`${title}: ${step}. ${stepTitle(funnel, step)}`}
            />
          </div>
        ))}
      </div>
      <p className="mt-2 text-sm text-muted">
        {isAveraged(spans) ? 'Linie: Mittel aus 7 Tagen, Punkte: einzelne Tage. ' : ''}
        Band: Bereich, in dem 19 von 20 {isAveraged(spans) ? 'Tagen' : 'Werten'} durch Zufall liegen. Raute:
        auffällig.
      </p>
    </>
  )
}

interface LossPanelProps {
  spans: readonly TrendSpan[]
  whole: readonly TrendSpan[]
  step: number
  marks: readonly DayMark[]
  onOpenMarks: (marks: readonly DayMark[]) => void
  /** Unusual days of the step. */
  unusual: readonly string[]
  atLeast: number
  label: string
}

function LossPanel({ spans, whole, marks, onOpenMarks, step, unusual, atLeast, label }: LossPanelProps) {
  const open = useOpenDays()
  const counts = whole.map((span) => decidedIn(span, step))
  const usual = usualRange(counts)
  return (
    <TimePlot<TrendSpan>
      label={label}
      points={spans}
      whyNotWhole={({ why }) => why ?? ''}
      about={(span) => {
        const { lost, all } = decidedIn(span, step)
        return `${number(lost)} von ${number(all)} Anträgen`
      }}
      marks={marks}
      onOpenMarks={onOpenMarks}
      onOpen={open}
      lines={[
        {
          name: 'Verlust',
          value: (span) => rateOf([decidedIn(span, step)]),
          color: 'var(--plot-1)',
          isUnusual: ({ day, to }) => unusual.some((one) => day <= one && one <= to),
          ...(isAveraged(spans) && {
            average: (several) => rateOf(several.map((span) => decidedIn(span, step))),
          }),
        },
      ]}
      format={share}
      {...(usual && { usual })}
      atLeast={atLeast}
      height={168}
      paperWidth={340}
      legend={false}
    />
  )
}
