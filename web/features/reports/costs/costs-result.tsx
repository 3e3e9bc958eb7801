import { DataTable } from '#web/features/reports/blocks/data-table.tsx'
import { number } from '#web/features/reports/words/number-format.ts'
import { changesWords, columnNames, faultWords } from './cost-words.ts'
import type { CostsResult } from './send-costs.ts'

/** Shows what sent costs change, or the rows that cannot be read. */
export function CostsResultView({ result, saved }: { result: CostsResult; saved: boolean }) {
  if (result.kind === 'changes') {
    const { unusedColumns } = result.changes
    return (
      <>
        <p className="font-semibold">
          {saved ? 'Gespeichert: ' : 'Ohne Fehler gelesen, noch nicht gespeichert: '}
          {changesWords(result.changes)}
        </p>
        {unusedColumns.length > 0 && (
          <p className="mt-1 text-sm text-muted">Nicht gelesene Spalten: {unusedColumns.join(', ')}.</p>
        )}
      </>
    )
  }
  const { errors, faults } = result
  return (
    <>
      <p className="mb-2 font-semibold text-alarm">
        {faults === 1 ? 'Ein Fehler' : `${number(faults)} Fehler`}. Es wurde nichts gespeichert.
        {faults > errors.length && ` Die ersten ${number(errors.length)} sind:`}
      </p>
      <DataTable
        caption="Fehler in den Zeilen"
        rows={errors.map((error, index) => ({ ...error, index }))}
        rowKey={({ index }) => String(index)}
        limit={{ phone: 6, wide: 10 }}
        columns={[
          {
            title: 'Zeile',
            renderCell: ({ line, column }) =>
              column === null ? number(line) : `${number(line)}, ${columnNames[column]}`,
          },
          {
            title: 'Gelesen',
            wraps: true,
            renderCell: ({ read }) => (read === '' ? 'nichts' : <span className="break-all">{read}</span>),
          },
          { title: 'Was falsch ist', wraps: true, renderCell: faultWords },
        ]}
      />
    </>
  )
}
