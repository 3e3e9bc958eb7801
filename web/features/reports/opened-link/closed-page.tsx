import { ReportPage } from '#web/features/reports/frame/report-page.tsx'

/** Shown to readers of a shared link in place of a page that the link does not open. */
export function ClosedPage() {
  return (
    <ReportPage title="Diese Seite gehört nicht zur geteilten Ansicht">
      <p className="max-w-3xl">
        Die geteilte Ansicht zeigt Zahlen, aber keine einzelnen Anträge, Bestellungen und Nachrichten. Wählen
        Sie oben einen Bericht.
      </p>
    </ReportPage>
  )
}
