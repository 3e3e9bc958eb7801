import { choicesContract } from '#domain/reports/choices/shape.ts'
import { shortened } from '#domain/reports/words.ts'
import { DefinitionHelp } from '#web/features/reports/blocks/definition-help.tsx'
import { ReportSection } from '#web/features/reports/blocks/report-section.tsx'
import { csvAddress } from '#web/features/reports/data/get-report.ts'
import { useReport } from '#web/features/reports/data/use-report.ts'
import { number } from '#web/features/reports/words/number-format.ts'
import { type ChoiceRow, ChoicesTable } from '#web/features/reports/choices/choices-table.tsx'
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
        const listed = { ...params, funnelVersion: countedVersions(counted) }
        const [made, visits] = [rows.filter(({ step }) => step > 0), rows.filter(({ step }) => step === 0)]
        return (
          <>
            <Costliest rows={rows} />
            {made.length > 0 && (
              <ChoicesTable caption="Angaben im Antrag" rows={made} funnel={funnel} params={listed} />
            )}
            {visits.length > 0 && (
              <>
                <h3 className="mt-8 mb-2 font-bold">Womit Besucher kommen</h3>
                <ChoicesTable caption="Womit Besucher kommen" rows={visits} funnel={funnel} params={listed} />
              </>
            )}
          </>
        )
      }}
    </ReportSection>
  )
}

/** Sentence about the choice that costs the most, among those whose loss is hardly due to chance. */
function Costliest({ rows }: { rows: readonly ChoiceRow[] }) {
  // The service lists the highest cost first.
  const row = rows.find(({ certain }) => certain)
  if (!row?.excess)
    return (
      <p className="mb-4 max-w-4xl font-semibold">
        Nach keiner Wahl gingen sicher mehr Anträge verloren als nach einer anderen.
      </p>
    )
  return (
    <p className="mb-4 max-w-4xl font-semibold">
      Am meisten kostet „{shortened(row.label)}: {row.valueLabel}“: {pointsOf(row.excess.rate.value)} Punkte
      mehr gehen verloren ({pointInterval(row.excess.rate)}). Das kostet etwa{' '}
      {number(Math.round(row.excess.orders.value))} Bestellungen und{' '}
      {wholeEuro(row.excess.revenueCents.value)} ({euroInterval(row.excess.revenueCents)}) im Zeitraum.
    </p>
  )
}
