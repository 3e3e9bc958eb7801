import { type ConversionState, conversionStates } from '#domain/conversions/conversion.ts'
import { type AdPlatform, adPlatforms } from '#domain/events/wire-events.ts'
import { conversionsContract } from '#domain/reports/conversions/shape.ts'
import { ChoiceButtons } from '#web/features/reports/blocks/choice-buttons.tsx'
import { ReportSection } from '#web/features/reports/blocks/report-section.tsx'
import { csvAddress } from '#web/features/reports/data/get-report.ts'
import { useReport } from '#web/features/reports/data/use-report.ts'
import { useFilters } from '#web/features/reports/filters/use-filters.ts'
import { ReportPage } from '#web/features/reports/frame/report-page.tsx'
import { platformNames } from './conversion-words.ts'
import { ConversionsSection } from './conversions-section.tsx'
import { FilesSection } from './files-section.tsx'

const platformOptions = adPlatforms.map((value) => ({ value, name: platformNames[value] }))

/** Page with what ad platforms learn of the paid orders, and the files from which they learn it. */
export function ConversionsPage() {
  const { search, set } = useFilters()
  const platform: AdPlatform = adPlatforms.find((one) => one === search.get('plattform')) ?? 'google'
  const state: ConversionState | undefined = conversionStates.find((one) => one === search.get('meldung'))
  const report = useReport(conversionsContract, {
    platform,
    state,
    cursor: search.get('cursor') ?? undefined,
  })
  return (
    <ReportPage title="Rückmeldung an Werbeplattformen">
      <p className="max-w-3xl">
        Werbeplattformen stellen Anzeigen besser aus, wenn sie wissen, welche Klicks zu bezahlten Bestellungen
        führten. Diese Seite zeigt, was sie davon erfahren: nur mit Einwilligung, nur nach der Zahlung und nur
        zur Klick-Kennung ihrer eigenen Anzeige.
      </p>
      <ChoiceButtons
        label="Plattform"
        options={platformOptions}
        chosen={platform}
        onChoose={(chosen) => set({ plattform: chosen, meldung: undefined })}
      />
      <ReportSection title="Was die Plattform abholen kann" state={report}>
        {(shown) => <FilesSection report={shown} />}
      </ReportSection>
      <ReportSection
        title="Bezahlte Bestellungen der letzten 90 Tage"
        about="Jede bezahlte Bestellung mit dem, was die Plattform von ihr erfährt, nach der Zeit der Bestellung."
        state={report}
        csv={csvAddress(conversionsContract, { platform, state })}
        isEmpty={({ orders }) => orders === 0}
        empty="In den letzten 90 Tagen wurde keine Bestellung bezahlt."
      >
        {(shown) => (
          <ConversionsSection report={shown} state={state} onChoose={(chosen) => set({ meldung: chosen })} />
        )}
      </ReportSection>
    </ReportPage>
  )
}
