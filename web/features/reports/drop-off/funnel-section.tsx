import type { ReactNode } from 'react'
import {
  type DropOffReport,
  dropOffContract,
  fieldsContract,
  trendContract,
} from '#domain/reports/drop-off/shape.ts'
import { definitions } from '#domain/reports/definitions.ts'
import { qualityContract } from '#domain/reports/quality/shape.ts'
import { PlotTable } from '#web/features/reports/blocks/plot-table.tsx'
import { DataTable } from '#web/features/reports/blocks/data-table.tsx'
import type { Filters } from '#web/features/reports/filters/filters.ts'
import { csvAddress } from '#web/features/reports/data/get-report.ts'
import { windowNames } from '#domain/reports/words.ts'
import { duration, number, points, share } from '#web/features/reports/words/number-format.ts'
import { ReportSection } from '#web/features/reports/blocks/report-section.tsx'
import { RunsLink } from '#web/features/reports/blocks/runs-link.tsx'
import { type ReportState, useReport } from '#web/features/reports/data/use-report.ts'
import { type Comparison, readComparison, type DropOffParams } from './comparison.ts'
import { CompareChoice } from './compare-choice.tsx'
import { useFilters } from '#web/features/reports/filters/use-filters.ts'
import { BrokenDays, UnusualSentence, brokenDays, unusualMessages, unusualSteps } from './unusual.tsx'
import { DefinitionHelp } from '#web/features/reports/blocks/definition-help.tsx'
import { FunnelPlot, type PlottedFunnel } from './funnel-plot.tsx'
import { readSplit } from './split-choice.tsx'
import { useGroups } from './use-groups.ts'
import { ScaleChoice, WindowChoice, readScale } from './funnel-choices.tsx'
import { Versions, countedVersions } from './versions.tsx'
import { type Stage, stagesOf, stepName, widestGap, worstStage } from './stages.ts'

interface FunnelSectionProps {
  state: ReportState<DropOffReport>
  filters: Filters
  params: DropOffParams
  /** `params` with the time within which an order counts. Only the funnel and the lists of its runs regard it. */
  counted: DropOffParams
}

/** Section with the plot of the stages and a sentence about the stage that loses the most runs. */
export function FunnelSection({ state, filters, params, counted }: FunnelSectionProps) {
  const comparison = readComparison(filters, counted)
  const other = useReport(dropOffContract, comparison?.otherParams ?? counted, {
    enabled: comparison !== undefined,
  })
  const { today, search } = useFilters()
  const { compare } = filters
  const groups = useGroups({ params, counted, split: readSplit(search), enabled: compare === 'gruppen' })
  const trend = useReport(trendContract, params)
  const fields = useReport(fieldsContract, params)
  const quality = useReport(qualityContract, { from: filters.from, to: filters.to })
  const days = trend.report?.days ?? []
  const broken = brokenDays(quality.report?.days ?? [])
  const exclude = { today, broken: broken.map(({ day }) => day) }
  const [unusual] = [
    ...unusualSteps(days, exclude),
    ...unusualMessages(days, fields.report?.rows ?? [], exclude),
  ].toSorted((a, b) => a.probability - b.probability)
  return (
    <ReportSection
      title="Wo Läufe verloren gehen"
      state={state}
      csv={csvAddress(dropOffContract, counted)}
      tools={
        <>
          <ScaleChoice />
          <WindowChoice />
          <CompareChoice filters={filters} params={params} />
        </>
      }
      isEmpty={({ stages }) => stages[0].runs === 0}
    >
      {(report) => {
        const stages = stagesOf(report)
        const versioned = { ...counted, funnelVersion: countedVersions(report) }
        const second = comparison && other.report && !other.stale ? other.report : undefined
        return (
          <>
            <p className="mb-5 max-w-4xl text-lg font-semibold">
              {unusual ? <UnusualSentence found={unusual} days={days} stages={stages} /> : headline(stages)}
            </p>
            {unusual && <p className="-mt-3 mb-5 max-w-4xl">{headline(stages)}</p>}
            <BrokenDays days={broken} />
            <Versions report={report} />
            {comparison && second && <Differences comparison={comparison} a={report} b={second} />}
            {other.error && comparison && (
              <p role="alert" className="mb-4 text-alarm">
                Der Vergleich konnte nicht geladen werden.
              </p>
            )}
            {compare === 'gruppen' && !groups && (
              <p className="mb-4 text-muted">Die Gruppen werden geladen …</p>
            )}
            <FunnelPlot
              scale={readScale(search)}
              marksWorst={!groups}
              funnels={
                groups ?? [
                  { name: comparison?.name ?? 'gewählte Läufe', params: versioned, stages },
                  ...(comparison && second ? [comparedFunnel(comparison, second)] : []),
                ]
              }
            />
            <Outcomes report={report} params={versioned} />
            <PlotTable>
              <StagesTable stages={stages} />
            </PlotTable>
          </>
        )
      }}
    </ReportSection>
  )
}

function comparedFunnel({ otherName, otherParams }: Comparison, report: DropOffReport): PlottedFunnel {
  const params = { ...otherParams, funnelVersion: countedVersions(report) }
  return { name: otherName, params, stages: stagesOf(report) }
}

function headline(stages: readonly Stage[]): string {
  const worst = worstStage(stages)
  if (!worst) return 'In diesem Zeitraum ging kein Lauf verloren.'
  const before = (stages[worst.stage - 1]?.runs ?? 0) - worst.open
  return `Die meisten gehen in ${stepName(worst)} verloren: ${number(worst.lost)} von ${number(before)} (${share(worst.lossRate)}).`
}

function Differences({ comparison, a, b }: { comparison: Comparison; a: DropOffReport; b: DropOffReport }) {
  const difference = Math.round((a.conversionRate - b.conversionRate) * 1000) / 10
  const gap = widestGap(stagesOf(a), stagesOf(b))
  const sides = `${share(a.conversionRate)} bei „${comparison.name}“, ${share(b.conversionRate)} bei „${comparison.otherName}“`
  return (
    <div className="mb-5 max-w-4xl border-l-4 border-leaf-600 pl-4">
      <p>
        {difference === 0
          ? `Gleich viele bestellen: ${sides}.`
          : `${points(Math.abs(difference))} Prozentpunkte ${difference > 0 ? 'mehr' : 'weniger'} bestellen: ${sides}.`}
      </p>
      {gap && (
        <p>
          Am weitesten liegen beide in {stepName(gap.a)} auseinander: Dort gehen {share(gap.a.lossRate)} statt{' '}
          {share(gap.b.lossRate)} verloren.
        </p>
      )}
    </div>
  )
}

function Outcomes({ report, params }: { report: DropOffReport; params: DropOffParams }) {
  const outcomes = [
    ['completed', 'bestellt'],
    ['abandoned', 'abgebrochen'],
    ['open', 'noch offen'],
  ] as const
  return (
    <p className="mt-5 border-t border-line pt-4">
      Ausgang:{' '}
      {outcomes.map(([figure, word], index): ReactNode => (
        <span key={figure}>
          {index > 0 && ' · '}
          <RunsLink figure={figure} params={params} count={report[figure]} about={`Läufe ${word}`} /> {word}
        </span>
      ))}
      {' · '}Abschlussquote <strong>{share(report.conversionRate)}</strong>
      <DefinitionHelp of="conversionRate" />
      <TimeToOrder report={report} />
    </p>
  )
}

function TimeToOrder({ report: { secondsToOrder, orderedLate, orderWithin } }: { report: DropOffReport }) {
  return (
    <>
      {orderedLate > 0 && orderWithin !== null && (
        <span className="mt-1 block">
          {number(orderedLate)} {orderedLate === 1 ? 'Lauf bestellte' : 'Läufe bestellten'} erst nach mehr als{' '}
          {windowNames[orderWithin]} und {orderedLate === 1 ? 'zählt' : 'zählen'} hier als abgebrochen.
        </span>
      )}
      {secondsToOrder && (
        <span className="mt-1 block">
          Vom Start bis zur Bestellung: Median <strong>{duration(secondsToOrder.median)}</strong>, die
          mittlere Hälfte braucht {duration(secondsToOrder.lower)} bis {duration(secondsToOrder.upper)}.
        </span>
      )}
    </>
  )
}

function StagesTable({ stages }: { stages: readonly Stage[] }) {
  return (
    <DataTable
      caption="Stufen des Trichters"
      rows={stages}
      rowKey={({ stage }) => String(stage)}
      columns={[
        { title: 'Stufe', renderCell: stepName },
        { title: 'Läufe', numeric: true, renderCell: ({ runs }) => number(runs) },
        { title: 'Anteil am Start', numeric: true, renderCell: (stage) => share(stage.share) },
        { title: definitions.lost.name, numeric: true, renderCell: ({ lost }) => number(lost) },
        { title: definitions.open.name, numeric: true, renderCell: ({ open }) => number(open) },
        { title: definitions.lossRate.name, numeric: true, renderCell: ({ lossRate }) => share(lossRate) },
        {
          title: 'Median der Zeit',
          numeric: true,
          renderCell: ({ medianSeconds }) => (medianSeconds === null ? '–' : duration(medianSeconds)),
        },
      ]}
    />
  )
}
