import { definitions } from '#domain/reports/definitions.ts'
import { DataTable } from '#web/features/reports/blocks/data-table.tsx'
import { type Stage, stepName } from './stages.ts'
import { duration, number, share } from '#web/features/reports/words/number-format.ts'

export function StagesTable({ stages }: { stages: readonly Stage[] }) {
  return (
    <DataTable
      caption="Stufen des Trichters"
      rows={stages}
      rowKey={({ stage }) => String(stage)}
      columns={[
        { title: 'Stufe', renderCell: stepName },
        { title: 'Anträge', figure: 'stage', numeric: true, renderCell: ({ runs }) => number(runs) },
        { title: 'Anteil am Start', numeric: true, renderCell: (stage) => share(stage.share) },
        {
          title: definitions.lost.name,
          figure: 'lost',
          numeric: true,
          renderCell: ({ lost }) => number(lost),
        },
        {
          title: definitions.open.name,
          figure: 'open',
          numeric: true,
          renderCell: ({ open }) => number(open),
        },
        {
          title: definitions.lossRate.name,
          figure: 'lossRate',
          numeric: true,
          renderCell: ({ lossRate }) => share(lossRate),
        },
        {
          title: definitions.medianSeconds.name,
          figure: 'medianSeconds',
          numeric: true,
          renderCell: ({ medianSeconds }) => (medianSeconds === null ? '–' : duration(medianSeconds)),
        },
      ]}
    />
  )
}
