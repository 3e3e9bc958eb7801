import { useState } from 'react'
import { type CohortsReport, type Ripened, cohortAges } from '#domain/reports/cohorts/shape.ts'
import { ChoiceButtons } from '#web/features/reports/blocks/choice-buttons.tsx'
import { DefinitionHelp } from '#web/features/reports/blocks/definition-help.tsx'
import { number, shortDay } from '#web/features/reports/words/number-format.ts'

const measures = {
  orderedBy: { name: 'Bestellt', rate: 'orderedByRate' },
  paidBy: { name: 'Bezahlt', rate: 'paidByRate' },
  keptBy: { name: 'Bezahlt und geblieben', rate: 'keptByRate' },
} as const
type Measure = keyof typeof measures

const options = Object.entries(measures).map(([value, { name }]) => ({ value: value as Measure, name }))

const tenths = new Intl.NumberFormat('de-DE', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
const percent = (rate: number): string => tenths.format(100 * rate)

/** Heat map of the weeks, whose cells have their share as text. */
export function CohortTable({ report }: { report: CohortsReport }) {
  const [measure, setMeasure] = useState<Measure>('orderedBy')
  const { rate, name } = measures[measure]
  const rates = report.rows.flatMap(({ cells }) => cells.map((cell) => cell?.[rate] ?? 0))
  const max = Math.max(...rates, 0)
  const caption = `${name}, Anteil der Anträge in Prozent nach Woche des Beginns`
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-2 print:hidden">
        <ChoiceButtons label="Was gezählt wird" options={options} chosen={measure} onChoose={setMeasure} />
        <DefinitionHelp of={measure} />
      </div>
      {/* The section is focusable, so that a table that is too wide can be scrolled by keyboard. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section aria-label={caption} tabIndex={0} className="overflow-x-auto print:overflow-visible">
        <table className="w-full border-separate border-spacing-px text-xs tabular-nums sm:text-sm">
          <caption className="mb-2 text-left text-sm text-muted">{caption}</caption>
          <thead>
            <tr className="align-bottom text-muted">
              <th scope="col" className="pr-1 text-left font-semibold">
                Woche ab<span className="block text-xs font-normal sm:hidden">Anträge</span>
              </th>
              {cohortAges.map((days) => (
                <th key={days} scope="col" className="px-0.5 text-right font-semibold">
                  <span className="sr-only">nach </span>
                  {days}
                  <span className="sr-only sm:not-sr-only"> {days === 1 ? 'Tag' : 'Tagen'}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {report.rows.map(({ week, from, to, runs, cells }) => (
              <tr key={week}>
                <th scope="row" className="pr-1 text-left font-normal sm:whitespace-nowrap">
                  {weekWords({ from, to })}
                  <span className="block text-xs text-muted">
                    {number(runs)}
                    <span className="max-sm:sr-only"> Anträge</span>
                  </span>
                </th>
                {cells.map((cell, index) => (
                  <Cell
                    key={cohortAges[index]}
                    cell={cell}
                    rate={rate}
                    count={measure}
                    max={max}
                    runs={runs}
                  />
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr className="font-semibold">
              <th scope="row" className="pt-1 pr-1 text-left font-semibold">
                Alle
              </th>
              {report.totals.map((total) => (
                <td key={total.days} className="px-0.5 pt-1 text-right">
                  {total.runs === 0 ? '–' : percent(total[rate])}
                </td>
              ))}
            </tr>
          </tfoot>
        </table>
      </section>
      <p className="mt-3 max-w-4xl text-sm text-muted">
        Eine Spalte zählt, was bis zum Ende dieses Tages nach dem Tag des Beginns geschah; 0 ist derselbe Tag.
        Gepunktete Zellen sind noch nicht vollständig und haben deshalb keine Zahl. „Alle“ fasst in jeder
        Spalte nur die Wochen zusammen, die dort eine Zahl haben, es sind also nicht überall dieselben.
      </p>
    </>
  )
}

/** Formats a whole week as its Monday: `23.11.`, and a part of one as its days: `25.11.–26.11.` */
function weekWords({ from, to }: { from: string; to: string }): string {
  const isWhole = (Date.parse(to) - Date.parse(from)) / (24 * 3600 * 1000) === 6
  return isWhole
    ? shortDay(from)
    : from === to
      ? `nur ${shortDay(from)}`
      : `${shortDay(from)}–\u200B${shortDay(to)}`
}

interface CellProps {
  cell: Ripened | null
  rate: (typeof measures)[Measure]['rate']
  count: Measure
  max: number
  /** Runs of the week. Without any, there is no share. */
  runs: number
}

/** Most color of a cell, in percent. With more, its text would have too little contrast. */
const mostColor = 42

function Cell({ cell, rate, count, max, runs }: CellProps) {
  if (!cell)
    return (
      <td className="rounded-xs border border-dotted border-control">
        <span className="sr-only">noch nicht vollständig</span>
      </td>
    )
  const color = max === 0 ? 0 : (mostColor * cell[rate]) / max
  return (
    <td
      title={`${number(cell[count])} Anträge`}
      className="rounded-xs px-0.5 py-1.5 text-right"
      style={{ background: `color-mix(in oklab, var(--plot-1) ${color.toFixed(1)}%, var(--color-surface))` }}
    >
      {runs === 0 ? '–' : percent(cell[rate])}
    </td>
  )
}
