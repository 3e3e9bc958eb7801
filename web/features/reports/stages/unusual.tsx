import { Link } from 'react-router-dom'
import { type UnusualDay, unusualDays } from '#domain/reports/deviation/unusual-days.ts'
import type { FieldsReport, TrendReport } from '#domain/reports/drop-off/shape.ts'
import type { QualityReport } from '#domain/reports/quality/shape.ts'
import { changedSearch, keptSearch } from '#web/features/reports/filters/filters.ts'
import { useFilters } from '#web/features/reports/filters/use-filters.ts'
import { useCanOpen } from '#web/features/reports/shared-link/shared-link-context.ts'
import { longDay, share } from '#web/features/reports/words/number-format.ts'
import { ruleName, shortened } from '#domain/reports/words.ts'
import { type Stage, stepName } from './stages.ts'

/** A step that lost unusually many runs on a day, or a message that unusually many runs saw in a step on a day. */
export interface UnusualStep extends UnusualDay {
  stage: number
  /** Absent if the finding is the loss of the step itself. */
  message?: Pick<FieldRow, 'label' | 'rule'>
}

type FieldRow = FieldsReport['rows'][number]

/** Minimum share of rejected events on a day on which tracking was broken. */
const minRejectedShare = 0.03

/**
 * Returns the days on which unusually many events were rejected. A run whose step was rejected counts as lost, so the
 * losses of such a day say nothing about the form.
 */
export function brokenDays(days: QualityReport['days']): UnusualDay[] {
  const counts = days.map(({ day, received, rejected }) => ({ day, all: received, lost: rejected }))
  return unusualDays(counts).filter(({ rate }) => rate >= minRejectedShare)
}

/**
 * Returns the steps and days with an unusual loss, most unusual first. Leaves out the current day, which is not over,
 * and the days on which tracking was broken.
 */
export function unusualSteps(
  days: TrendReport['days'],
  { today, broken }: { today: string; broken: readonly string[] },
): UnusualStep[] {
  const whole = days.filter(({ day }) => day < today && !broken.includes(day))
  const steps = whole[0]?.lost.length ?? 0
  return Array.from({ length: steps }, (_, index) =>
    unusualDays(
      whole.map(({ day, lost, stages }) => ({
        day,
        all: (lost[index] ?? 0) + (stages[index + 1] ?? 0),
        lost: lost[index] ?? 0,
      })),
      { tests: whole.length * steps },
    ).map((unusual) => ({ ...unusual, stage: index + 1 })),
  )
    .flat()
    .toSorted((a, b) => a.probability - b.probability)
}

/**
 * Returns the messages and days on which unusually many of the runs that came to the step saw the message, most unusual
 * first. `rows` count at most the last 28 of the `days`.
 */
export function unusualMessages(
  days: TrendReport['days'],
  rows: readonly FieldRow[],
  { today, broken }: { today: string; broken: readonly string[] },
): UnusualStep[] {
  const found = rows.flatMap(({ step, label, rule, runsByDay }) => {
    const counted = days.slice(-runsByDay.length).map(({ day, stages }, index) => {
      const lost = runsByDay[index] ?? 0
      // A run whose earlier steps never arrived saw the message, but is not counted in the stage before.
      return { day, lost, all: Math.max(lost, stages[step - 1] ?? 0) }
    })
    const whole = counted.filter(({ day }) => day < today && !broken.includes(day))
    return unusualDays(whole, { tests: whole.length * rows.length }).map((unusual) => ({
      ...unusual,
      stage: step,
      message: { label, rule },
    }))
  })
  return found.toSorted((a, b) => a.probability - b.probability)
}

interface UnusualSentenceProps {
  found: UnusualStep
  days: TrendReport['days']
  stages: readonly Stage[]
}

/** Sentence about the most unusual step or message and its day; the day links to its figures. */
export function UnusualSentence({ found, days, stages }: UnusualSentenceProps) {
  const { search } = useFilters()
  const stage = stages[found.stage]
  const where = stage ? stepName(stage) : `Schritt ${found.stage}`
  const { message, rate, usualRate } = found
  const query = new URLSearchParams(search)
  query.delete('zeitraum')
  query.set('from', found.day)
  query.set('to', found.day)
  const day = (
    <Link
      to={`?${query}`}
      className="text-leaf-800 underline decoration-leaf-200 underline-offset-4 hover:decoration-leaf-700"
    >
      {longDay(found.day)}
    </Link>
  )
  if (!message)
    return (
      <>
        Auffällig: Am {day} gingen in {where} {share(rate)} verloren, sonst {share(usualRate)}.
      </>
    )
  const [onDay, otherwise] = [
    lossOf(
      days.filter((one) => one.day === found.day),
      found.stage,
    ),
    lossOf(
      days.filter((one) => one.day !== found.day),
      found.stage,
    ),
  ]
  return (
    <>
      Auffällig: Am {day} sahen {share(rate)} der Anträge in {where} die Meldung „{shortened(message.label)}“
      ({ruleName(message.rule)}), sonst {share(usualRate)}. Verloren gingen dort {share(onDay)}, sonst{' '}
      {share(otherwise)}.
    </>
  )
}

/** Returns the share of lost runs of a step, without those that are still open. */
function lossOf(days: TrendReport['days'], stage: number): number {
  const sum = (of: (day: TrendReport['days'][number]) => number) =>
    days.reduce((all, day) => all + of(day), 0)
  const lost = sum((day) => day.lost[stage - 1] ?? 0)
  const decided = lost + sum((day) => day.stages[stage] ?? 0)
  return decided === 0 ? 0 : lost / decided
}

/** Warns of days on which tracking was broken. */
export function BrokenDays({ days }: { days: readonly UnusualDay[] }) {
  const { search } = useFilters()
  const canOpen = useCanOpen()
  if (days.length === 0) return null
  return (
    <p className="mb-4 max-w-4xl border-l-4 border-amber pl-4">
      Abgewiesene Ereignisse: {days.map(({ day, rate }) => `am ${longDay(day)} ${share(rate)}`).join(', ')}{' '}
      (sonst {share(days[0]!.usualRate)}). Was an {days.length === 1 ? 'diesem Tag' : 'diesen Tagen'} verloren
      scheint, sagt deshalb nichts über das Formular.{' '}
      {canOpen('/datenqualitaet') && (
        <Link
          to={`/datenqualitaet?${changedSearch(new URLSearchParams(keptSearch(search)), { thema: 'abgewiesen' })}`}
          className="text-leaf-800 underline underline-offset-4"
        >
          Abgewiesene Ereignisse ansehen
        </Link>
      )}
    </p>
  )
}
