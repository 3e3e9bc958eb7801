import type { RoasReport } from '#domain/reports/roas/shape.ts'
import { DataTable } from '#web/features/reports/blocks/data-table.tsx'
import { dayRange, euro } from '#web/features/reports/words/number-format.ts'
import { CampaignName, campaignName } from './campaign-name.tsx'

/** Table of the costs that match no contact. */
export function UnmatchedTable({ report }: { report: RoasReport }) {
  return (
    <DataTable
      caption="Kampagnen mit Kosten und ohne Kontakt"
      rows={report.unmatched}
      rowKey={campaignName}
      limit={{ phone: 6, wide: 10 }}
      columns={[
        {
          title: 'Kampagne',
          wraps: true,
          sortBy: campaignName,
          renderCell: (row) => <CampaignName of={row} />,
        },
        {
          title: 'Kosten',
          figure: 'unmatchedCents',
          numeric: true,
          sortBy: ({ costCents }) => costCents,
          renderCell: ({ costCents }) => euro(costCents),
        },
        { title: 'Tage', renderCell: ({ from, to }) => dayRange(from, to) },
        {
          title: 'Ähnlich geschrieben',
          wraps: true,
          renderCell: ({ similar }) => (similar === null ? '–' : <CampaignName of={similar} />),
        },
      ]}
      totals={['Zusammen', euro(report.unmatchedCents), '', '']}
    />
  )
}
