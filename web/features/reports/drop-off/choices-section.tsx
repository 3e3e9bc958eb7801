import { choicesContract } from '#domain/reports/choices/shape.ts'
import { shortened } from '#domain/reports/words.ts'
import { DefinitionHelp } from '#web/features/reports/blocks/definition-help.tsx'
import { ReportSection } from '#web/features/reports/blocks/report-section.tsx'
import { csvAddress } from '#web/features/reports/data/get-report.ts'
import { useReport } from '#web/features/reports/data/use-report.ts'
import { number } from '#web/features/reports/words/number-format.ts'
import {
  type ChoiceRow,
  ChoicesTable,
  type ChoicesTableProps,
} from '#web/features/reports/choices/choices-table.tsx'
import type { DropOffParams } from './comparison.ts'
import {
  euroInterval,
  pointInterval,
  pointsOf,
  wholeEuro,
} from '#web/features/reports/words/estimate-words.ts'
import { countedVersions } from './versions.tsx'

/** Section with the choices after which visitors leave more often, and what they probably cost. */
export function ChoicesSection({ params }: { params: DropOffParams }) {
  const state = useReport(choicesContract, params)
  return (
    <ReportSection
      title="Wahl und Verlust"
      about={
        <>
          Verglichen werden Anträge derselben Tage und Geräte, in denen dieselbe Angabe anders gewählt wurde.
          Wer anders wählt, kann sich auch sonst unterscheiden: Ein Mehrverlust ist ein Hinweis, kein Beweis.
          Die Beträge darf man nicht zusammenzählen.
          <DefinitionHelp of="excessRate" />
        </>
      }
      state={state}
      csv={csvAddress(choicesContract, params)}
      isEmpty={({ rows }) => rows.length === 0}
      empty="In diesem Zeitraum gibt es keine Anträge, die sich in einer Wahl unterscheiden."
    >
      {({ rows, funnel, ...counted }) => {
        const table = { funnel, params: { ...params, funnelVersion: countedVersions(counted) } }
        return (
          <div className="grid gap-8 *:min-w-0">
            <Strongest rows={rows} />
            <Group title="Angaben im Antrag" rows={rows.filter(({ step }) => step > 0)} {...table} />
            <Group title="Womit Besucher kommen" rows={rows.filter(({ step }) => step === 0)} {...table} />
          </div>
        )
      }}
    </ReportSection>
  )
}

/**
 * Sentence about the choice whose excess loss amounts to most, among those whose loss is hardly due to chance. It says
 * what was counted, not why: those who choose it may differ otherwise.
 */
function Strongest({ rows }: { rows: readonly ChoiceRow[] }) {
  // The service lists the greatest amount first.
  const row = rows.find(({ certain }) => certain)
  if (!row?.excess)
    return (
      <p className="max-w-4xl font-semibold">
        Nach keiner Wahl gingen sicher mehr Anträge verloren als nach einer anderen.
      </p>
    )
  return (
    <p className="max-w-4xl font-semibold">
      Am stärksten weicht „{shortened(row.label)}: {row.valueLabel}“ ab, in Euro gerechnet:{' '}
      {pointsOf(row.excess.rate.value)} Punkte mehr gingen verloren als bei anderer Wahl (
      {pointInterval(row.excess.rate)}). Das entspricht etwa {number(Math.round(row.excess.orders.value))}{' '}
      Bestellungen und {wholeEuro(row.excess.revenueCents.value)} ({euroInterval(row.excess.revenueCents)}) im
      Zeitraum.
    </p>
  )
}

interface GroupProps extends Pick<ChoicesTableProps, 'funnel' | 'params'> {
  title: string
  rows: readonly ChoiceRow[]
}

/** Table of choices of one kind, with a sentence about how many of them deviate. */
function Group({ title, rows, ...table }: GroupProps) {
  if (rows.length === 0) return null
  const certain = rows.filter((row) => row.certain)
  const others = rows.filter((row) => !row.certain)
  return (
    <div>
      <h3 className="font-bold">{title}</h3>
      <p className="mb-2 text-sm text-muted">
        {certain.length === 0
          ? 'Bei keiner Wahl ist ein Mehrverlust sicher.'
          : `Bei ${number(certain.length)} von ${number(rows.length)} ist der Mehrverlust kaum Zufall.`}
      </p>
      <ChoicesTable
        caption={title}
        rows={[...certain, ...others]}
        onPhones={Math.min(3, Math.max(1, certain.length))}
        {...table}
      />
    </div>
  )
}
