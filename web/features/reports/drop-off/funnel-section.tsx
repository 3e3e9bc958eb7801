import type { ReactNode } from 'react'
import {
  type DropOffReport,
  dropOffContract,
  fieldsContract,
  trendContract,
} from '#domain/reports/drop-off/shape.ts'
import { definitions } from '#domain/reports/definitions.ts'
import { PlotImage } from '#web/features/reports/plot/plot-image.tsx'
import { PlotTable } from '#web/features/reports/plot/plot-table.tsx'
import { DataTable } from '#web/features/reports/blocks/data-table.tsx'
import type { Filters } from '#web/features/reports/filters/filters.ts'
import { csvAddress } from '#web/features/reports/data/get-report.ts'
import { windowNames } from '#domain/reports/words.ts'
import { duration, number, points, share } from '#web/features/reports/words/number-format.ts'
import { ReportSection } from '#web/features/reports/blocks/report-section.tsx'
import { SinceThen } from '#web/features/reports/blocks/since-then.tsx'
import { RunsLink } from '#web/features/reports/blocks/runs-link.tsx'
import { type ReportState, useReport } from '#web/features/reports/data/use-report.ts'
import { type Comparison, readComparison, type DropOffParams } from './comparison.ts'
import { CompareChoice } from './compare-choice.tsx'
import { useFilters } from '#web/features/reports/filters/use-filters.ts'
import { BrokenDays, UnusualSentence, unusualMessages, unusualSteps } from './unusual.tsx'
import { DefinitionHelp } from '#web/features/reports/blocks/definition-help.tsx'
import { funnelName } from '#domain/reports/words.ts'
import { useBrokenDays } from './use-broken-days.ts'
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
  const versions = state.report && countedVersions(state.report)
  const present = useReport(
    dropOffContract,
    { ...counted, funnelVersion: versions, asOf: undefined },
    { enabled: filters.asOf !== undefined && versions !== undefined },
  )
  const now = filters.asOf === undefined ? undefined : present.report
  const trend = useReport(trendContract, params)
  const fields = useReport(fieldsContract, params)
  const days = trend.report?.days ?? []
  const broken = useBrokenDays(filters)
  const exclude = { today, broken: broken.map(({ day }) => day) }
  const [unusual] = [
    ...unusualSteps(days, exclude),
    ...unusualMessages(days, fields.report?.rows ?? [], exclude),
  ].toSorted((a, b) => a.probability - b.probability)
  return (
    <ReportSection
      title="Wo Anträge verloren gehen"
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
            <PlotImage title={`${funnelName(report.funnel)}: wo Anträge verloren gehen`}>
              <FunnelPlot
                scale={readScale(search)}
                marksWorst={!groups}
                funnels={
                  groups ?? [
                    {
                      name: comparison?.name ?? 'gewählte Anträge',
                      params: versioned,
                      stages,
                      ...(now && { now: stagesOf(now) }),
                    },
                    ...(comparison && second ? [comparedFunnel(comparison, second)] : []),
                  ]
                }
              />
            </PlotImage>
            <Outcomes report={report} now={now} params={versioned} />
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
  if (!worst) return 'In diesem Zeitraum ging kein Antrag verloren.'
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

interface OutcomesProps {
  report: DropOffReport
  /** Present report, if `report` is that of a past time. */
  now: DropOffReport | undefined
  params: DropOffParams
}

function Outcomes({ report, now, params }: OutcomesProps) {
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
          <RunsLink figure={figure} params={params} count={report[figure]} about={`Anträge ${word}`} /> {word}{' '}
          <SinceThen
            figure={figure}
            params={params}
            then={report[figure]}
            now={now?.[figure]}
            format={number}
            about={`Anträge ${word}`}
          />
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
          {number(orderedLate)} {orderedLate === 1 ? 'Antrag wurde' : 'Anträge wurden'} erst nach mehr als{' '}
          {windowNames[orderWithin]} abgeschlossen und {orderedLate === 1 ? 'zählt' : 'zählen'} hier als
          abgebrochen.
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
        { title: 'Anträge', numeric: true, renderCell: ({ runs }) => number(runs) },
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
