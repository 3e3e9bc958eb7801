import type { ConversionsReport } from '#domain/reports/conversions/shape.ts'
import { modelNames } from '#domain/reports/words.ts'
import { actorName } from '#domain/users/audit-words.ts'
import { instant } from '#web/features/reports/words/number-format.ts'
import { fileTitles, platformNames } from './conversion-words.ts'

const link = 'inline-flex min-h-6 items-center text-leaf-700 underline underline-offset-4'

/** Says whether anything leaves the service for a platform, and where its files are. */
export function FilesSection({ report }: { report: ConversionsReport }) {
  const { configured, platform, files, model, name } = report
  if (!configured)
    return (
      <p>
        <strong>
          Es ist nichts eingerichtet: {platformNames[platform]} erfährt nichts von Bestellungen.
        </strong>{' '}
        Einrichten kann es, wer den Dienst betreibt (CONVERSION_FILES). Erst danach werden Besucher auch
        danach gefragt; frühere Bestellungen werden deshalb nie gemeldet.
      </p>
    )
  return (
    <>
      <p>
        <strong>{platformNames[platform]} kann die Dateien unter ihren geheimen Adressen abholen.</strong> Der
        Dienst sendet nichts von selbst. Die Bestellungen heißen „{name}“ wie die Conversion im Konto; ihr
        Wert ist der Teil des Preises, den das Modell „{modelNames[model]}“ dem Klick zurechnet.
      </p>
      <dl className="mt-4 grid gap-4">
        {files.map(({ name: file, address, lastRead }) => (
          <div key={file}>
            <dt className="font-semibold">{fileTitles[file]}</dt>
            <dd className="text-sm">
              <a href={`/api/conversion-files/${file}`} download className={link}>
                {file} herunterladen
              </a>
              <p>
                {lastRead
                  ? `Zuletzt gelesen am ${instant(lastRead.at)}: ${actorName({ by: lastRead.by, action: 'conversion-file' })}`
                  : 'Noch nie gelesen'}
              </p>
              {address !== null && (
                <details className="mt-1">
                  <summary className="min-h-6 w-fit cursor-pointer text-leaf-700 underline underline-offset-4">
                    Geheime Adresse anzeigen<span className="sr-only">: {fileTitles[file]}</span>
                  </summary>
                  <code className="mt-1 block wrap-anywhere">{window.location.origin + address}</code>
                </details>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 max-w-3xl text-sm text-muted">
        {files.every(({ address }) => address === null)
          ? 'Klick-Kennungen sind personenbezogen: Die geheimen Adressen, unter denen die Plattform die Dateien abholt, sieht deshalb nur, wer Zugänge verwaltet.'
          : 'Klick-Kennungen sind personenbezogen: Wer eine Adresse kennt, kann die Datei lesen. Geben Sie sie nur in das Konto der Plattform ein.'}{' '}
        Jeder Abruf wird protokolliert; wer Zugänge verwaltet, sieht alle Abrufe eines Jahres im Protokoll.{' '}
        {platform === 'microsoft'
          ? 'Die Rücknahmen sind eine Massendatei (Bulk), die Sie hochladen.'
          : 'Google kennt für Rücknahmen einen eigenen Zeitplan unter „Uploads“.'}
      </p>
    </>
  )
}
