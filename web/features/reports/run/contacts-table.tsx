import { attributionModels, noKey } from '#domain/attribution/credit-touches.ts'
import type { RunReport } from '#domain/reports/run/shape.ts'
import { keyName, modelNames } from '#domain/reports/words.ts'
import { DataTable } from '#web/features/reports/blocks/data-table.tsx'
import { modelFigures } from '#web/features/reports/attribution/models.ts'
import { instant, share } from '#web/features/reports/words/number-format.ts'

type Contact = RunReport['contacts'][number]

/** Returns the known ones of source and campaign. */
function namesOf({ source, campaign }: Contact): string {
  const known = [source, campaign].filter((key) => key !== noKey)
  return known.map((key) => keyName(key)).join(', ') || '–'
}

/** Table of the contacts of a run, each with the share that every attribution model gives it. */
export function ContactsTable({ report: { run, contacts } }: { report: RunReport }) {
  const what = run.orderNumber === null ? 'dem Antrag' : 'der Bestellung'
  return (
    <section aria-labelledby="contacts" className="mb-6">
      <h3 id="contacts" className="font-bold">
        Kontakte
      </h3>
      {contacts.length === 0 ? (
        <p className="mt-1 text-sm text-muted">Es ist nicht bekannt, woher dieser Antrag kam.</p>
      ) : (
        <>
          <p className="mt-1 mb-3 text-sm text-muted">
            So viel von {what} rechnet jedes Modell einem Kontakt zu.
          </p>
          <DataTable
            caption={`Kontakte und ihr Anteil an ${what} in fünf Modellen`}
            rows={contacts.map((contact, index) => ({ ...contact, index }))}
            rowKey={({ index }) => `${index}`}
            columns={[
              { title: 'Zeit', renderCell: ({ at }: Contact) => instant(at) },
              { title: 'Kanal', wraps: true, renderCell: ({ channel }) => keyName(channel) },
              { title: 'Quelle, Kampagne', wraps: true, renderCell: namesOf },
              ...attributionModels.map((model) => ({
                title: modelNames[model],
                figure: modelFigures[model],
                numeric: true,
                renderCell: ({ shares }: Contact) => share(shares[model]),
              })),
            ]}
          />
        </>
      )}
    </section>
  )
}
