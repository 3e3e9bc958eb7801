import { type DropOffReport, dropOffContract } from '#domain/reports/drop-off/shape.ts'
import { PlotImage } from '#web/features/reports/plot/image/plot-image.tsx'
import { PlotTable } from '#web/features/reports/plot/plot-table.tsx'
import { comparedPeriodOf } from '#web/features/reports/filters/compared-periods.ts'
import type { Filters } from '#web/features/reports/filters/filters.ts'
import { csvAddress } from '#web/features/reports/data/get-report.ts'
import { number, share } from '#web/features/reports/words/number-format.ts'
import { ReportSection } from '#web/features/reports/blocks/report-section.tsx'
import { type ReportState, useReport } from '#web/features/reports/data/use-report.ts'
import { type Comparison, readComparison, type DropOffParams } from './comparison.ts'
import { CompareChoice } from './compare-choice.tsx'
import { useFilters } from '#web/features/reports/filters/use-filters.ts'
import { BrokenDays, UnusualSentence } from '#web/features/reports/stages/unusual.tsx'
import { EmptyPeriod } from '#web/features/reports/blocks/empty-period.tsx'
import { funnelName } from '#domain/reports/words.ts'
import { useUnusual } from './use-unusual.ts'
import { FunnelPlot, type PlottedFunnel } from './funnel-plot.tsx'
import { readSplit } from './split-choice.tsx'
import { useGroups } from './use-groups.ts'
import { ScaleChoice, WindowChoice, readScale } from './funnel-choices.tsx'
import { Versions, countedVersions } from './versions.tsx'
import { FunnelDifferences } from './funnel-differences.tsx'
import { FunnelOutcomes } from './funnel-outcomes.tsx'
import { StagesTable } from '#web/features/reports/stages/stages-table.tsx'
import { type Stage, stagesOf, stepName, worstStage } from '#web/features/reports/stages/stages.ts'

interface FunnelSectionProps {
  state: ReportState<DropOffReport>
  filters: Filters
  params: DropOffParams
  /** `params` with the time within which an order counts. Only the funnel and the lists of its runs regard it. */
  counted: DropOffParams
}

/** Section with the plot of the stages and a sentence about the stage that loses the most runs. */
export function FunnelSection({ state, filters, params, counted }: FunnelSectionProps) {
  const { until, search } = useFilters()
  const comparison = readComparison(filters, counted, until)
  const own = useReport(dropOffContract, comparison?.params ?? counted, { enabled: comparison !== undefined })
  const other = useReport(dropOffContract, comparison?.otherParams ?? counted, {
    enabled: comparison !== undefined,
  })
  const { compare } = filters
  const groups = useGroups({ params, counted, split: readSplit(search), enabled: compare === 'gruppen' })
  const versions = state.report && countedVersions(state.report)
  const present = useReport(
    dropOffContract,
    { ...counted, funnelVersion: versions, asOf: undefined },
    { enabled: filters.asOf !== undefined && versions !== undefined },
  )
  const now = filters.asOf === undefined ? undefined : present.report
  const { days, broken, found } = useUnusual(params)
  const [unusual] = found
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
      isEmpty={hasNoRuns}
      empty={
        <EmptyPeriod isFirst={state.report?.asOfPosition === 0}>
          In diesem Zeitraum gibt es keine Anträge mit diesen Filtern.
        </EmptyPeriod>
      }
    >
      {(report) => {
        const stages = stagesOf(report)
        const versioned = { ...counted, funnelVersion: countedVersions(report) }
        const [first, second] =
          comparison && own.report && other.report && !own.stale && !other.stale
            ? [own.report, other.report]
            : []
        return (
          <>
            <p className="mb-5 max-w-4xl text-lg font-semibold">
              {unusual ? <UnusualSentence found={unusual} days={days} stages={stages} /> : headline(stages)}
            </p>
            {unusual && <p className="-mt-3 mb-5 max-w-4xl">{headline(stages)}</p>}
            <BrokenDays days={broken} />
            <Versions report={report} />
            {comparison && first && second && (
              <FunnelDifferences comparison={comparison} a={first} b={second} />
            )}
            {(own.error ?? other.error) && comparison && (
              <p role="alert" className="mb-4 text-alarm">
                Der Vergleich konnte nicht geladen werden.
              </p>
            )}
            {comparedPeriodOf(compare) && !comparison && (
              <p className="mb-4 text-muted">
                Von diesem Zeitraum ist noch nichts vorbei, was sich vergleichen ließe.
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
                  groups ??
                  (comparison && first && second
                    ? comparedFunnels(comparison, first, second)
                    : [
                        {
                          name: 'gewählte Anträge',
                          params: versioned,
                          stages,
                          ...(now && { now: stagesOf(now) }),
                        },
                      ])
                }
              />
            </PlotImage>
            <FunnelOutcomes report={report} now={now} params={versioned} />
            <PlotTable>
              <StagesTable stages={stages} />
            </PlotTable>
          </>
        )
      }}
    </ReportSection>
  )
}

/** Returns whether the report counts no run. */
export function hasNoRuns({ stages }: Pick<DropOffReport, 'stages'>): boolean {
  return stages[0].runs === 0
}

function comparedFunnels(
  { name, params, otherName, otherParams }: Comparison,
  first: DropOffReport,
  second: DropOffReport,
): PlottedFunnel[] {
  return [plotted(name, params, first), plotted(otherName, otherParams, second)]
}

function plotted(name: string, params: DropOffParams, report: DropOffReport): PlottedFunnel {
  return {
    name,
    params: { ...params, funnelVersion: countedVersions(report) },
    stages: stagesOf(report),
  }
}

function headline(stages: readonly Stage[]): string {
  const worst = worstStage(stages)
  if (!worst) return 'In diesem Zeitraum ging kein Antrag verloren.'
  const before = (stages[worst.stage - 1]?.runs ?? 0) - worst.open
  return `Die meisten gehen in ${stepName(worst)} verloren: ${number(worst.lost)} von ${number(before)} (${share(worst.lossRate)}).`
}
