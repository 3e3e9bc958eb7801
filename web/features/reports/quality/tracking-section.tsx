import { useState } from 'react'
import type { QualityReport } from '#domain/reports/quality/shape.ts'
import { AnnotationList } from '#web/features/reports/annotations/annotation-list.tsx'
import { marksOf } from '#web/features/reports/annotations/marks.ts'
import { useAnnotations } from '#web/features/reports/annotations/use-annotations.ts'
import type { DayMark } from '#web/features/reports/plot/day-marks.tsx'
import { PlotImage } from '#web/features/reports/plot/image/plot-image.tsx'
import { PlotTable } from '#web/features/reports/plot/plot-table.tsx'
import { type Column, DataTable } from '#web/features/reports/blocks/data-table.tsx'
import { TimePlot } from '#web/features/reports/plot/time-plot.tsx'
import { whyNotWhole } from '#web/features/reports/plot/why-not-whole.ts'
import { longDay, number, share } from '#web/features/reports/words/number-format.ts'
import { ReportSection } from '#web/features/reports/blocks/report-section.tsx'
import { RunsLink, type RunsParams } from '#web/features/reports/blocks/runs-link.tsx'
import { ShareBar } from '#web/features/reports/blocks/share-bar.tsx'
import { useFilters } from '#web/features/reports/filters/use-filters.ts'
import type { ReportState } from '#web/features/reports/data/use-report.ts'
import { keyName } from '#domain/reports/words.ts'

type Loss = Omit<QualityReport['tracking'], 'browsers' | 'days'>

/**
 * Section with an estimate of how many events were lost. Before every order, the service should have received a `start`
 * event and one event per step. Those that are missing were lost. Only runs with an order allow such an estimate.
 */
export function TrackingSection({
  state,
  params,
}: {
  state: ReportState<QualityReport>
  params: RunsParams
}) {
  const { today } = useFilters()
  const annotations = useAnnotations()
  const [opened, setOpened] = useState<readonly DayMark[]>([])
  return (
    <ReportSection
      title="Bestellungen gegen Ereignisse"
      about="Vor jeder Bestellung müssten ein Start und jeder Schritt angekommen sein. Was davon fehlt, haben Browser oder Netz verschluckt."
      state={state}
      isEmpty={({ tracking }) => tracking.orders === 0}
      empty="In diesem Zeitraum gibt es keine Bestellungen."
    >
      {({ tracking }) => (
        <>
          <p className="mb-4 font-semibold">
            Von {number(tracking.expected)} erwarteten Ereignissen vor {number(tracking.orders)} Bestellungen
            fehlen {number(tracking.missing)} ({share(tracking.lossRate)}).
          </p>
          <div className="grid gap-8 *:min-w-0">
            <BrowsersTable browsers={tracking.browsers} params={params} />
            <div>
              <PlotImage title="Verlust nach Tagen">
                <TimePlot
                  label="Verlust nach Tagen"
                  points={tracking.days.map((day) => ({ ...day, to: day.day, isWhole: day.day < today }))}
                  whyNotWhole={whyNotWhole(today)}
                  about={({ missing, expected }) =>
                    `${number(missing)} von ${number(expected)} erwarteten Ereignissen`
                  }
                  lines={[
                    {
                      name: 'Verlust',
                      value: ({ expected, lossRate }) => (expected === 0 ? null : lossRate),
                      color: 'var(--plot-mark)',
                    },
                  ]}
                  format={share}
                  marks={marksOf(annotations.report?.annotations)}
                  onOpenMarks={setOpened}
                />
              </PlotImage>
              <PlotTable>
                <DataTable
                  caption="Verlust nach Tagen"
                  rows={tracking.days}
                  rowKey={({ day }) => day}
                  columns={[
                    { title: 'Tag', renderCell: ({ day }) => longDay(day), sortBy: ({ day }) => day },
                    ...figures,
                  ]}
                />
              </PlotTable>
              <AnnotationList opened={opened} />
            </div>
          </div>
        </>
      )}
    </ReportSection>
  )
}

const figures: Column<Loss>[] = [
  {
    title: 'Bestellungen',
    figure: 'trackedOrders',
    numeric: true,
    renderCell: ({ orders }: Loss) => number(orders),
  },
  {
    title: 'Erwartet',
    figure: 'expected',
    numeric: true,
    renderCell: ({ expected }: Loss) => number(expected),
  },
  { title: 'Fehlt', figure: 'missing', numeric: true, renderCell: ({ missing }: Loss) => number(missing) },
  {
    title: 'Verlust',
    figure: 'trackingLoss',
    numeric: true,
    renderCell: ({ lossRate }: Loss) => share(lossRate),
  },
]

interface BrowsersTableProps {
  browsers: QualityReport['tracking']['browsers']
  params: RunsParams
}

function BrowsersTable({ browsers, params }: BrowsersTableProps) {
  const worst = Math.max(0.01, ...browsers.map(({ lossRate }) => lossRate))
  return (
    <DataTable
      caption="Verlust nach Browsern"
      rows={browsers}
      rowKey={({ browser }) => browser}
      columns={[
        {
          title: 'Browser',
          renderCell: ({ browser, missing }) => (
            <RunsLink
              figure={`tracking:${browser}`}
              params={params}
              count={missing}
              text={keyName(browser)}
              about="– Bestellungen, vor denen etwas fehlt"
            />
          ),
        },
        ...figures.slice(0, 3),
        {
          title: 'Verlust',
          figure: 'trackingLoss',
          numeric: true,
          sortBy: ({ lossRate }) => lossRate,
          renderCell: ({ lossRate }) => (
            <ShareBar share={lossRate / worst} alarming>
              {share(lossRate)}
            </ShareBar>
          ),
        },
      ]}
    />
  )
}
