import type { LegalSection } from './legal-page.tsx'
import { Words } from '#web/features/settings/words.tsx'
import { Bullets } from './prose.tsx'

/** Lists what the funnels store on the device with and without consent. */
export function DeviceStores() {
  return (
    <>
      <p>Damit nichts verloren geht, nutzt die Seite zwei Speicher auf Ihrem Gerät:</p>
      <Bullets
        items={[
          <>
            <strong>Entwurfsspeicher</strong> (lokaler Speicher, Einträge <Key>form-…</Key>): Ihre Eingaben,
            die geöffneten Schritte, Kennung und Geheimnis des begonnenen Antrags und nach dem Absenden die
            Auftragsnummer. Ein Entwurf gilt 7 Tage ab der letzten Änderung und wird bei einem späteren Besuch
            entfernt, nach der Zahlung auf der Bestätigungsseite. IBAN und Zustimmungen liegen nur im
            Sitzungsspeicher, bis Sie den Tab schließen.
          </>,
          <>
            <strong>Versandspeicher</strong> (IndexedDB <Key>formlotse-tracker</Key> und lokaler Speicher,
            Einträge <Key>formlotse-tracker:…</Key>): Meldungen an unseren Server, bis er den Empfang
            bestätigt, meist wenige Sekunden, ohne Verbindung bis zu einem späteren Besuch.{' '}
            <em>Ohne Einwilligung</em> sind es nur der Beginn eines Antrags und die eingegebene
            E-Mail-Adresse; alle übrigen hält die Seite im Arbeitsspeicher und sendet sie spätestens beim
            Verlassen. <em>Mit Ihrer Einwilligung</em> liegen dort auch die übrigen: abgeschlossene Schritte
            und das Verlassen der Seite mit Ihren Eingaben (ohne IBAN) und mit der Zeit in jedem Feld, welche
            Felder beanstandet wurden, und die Kampagnen und die Website, über die Sie kamen.
          </>,
        ]}
      />
      <p>
        Nach der Bestellung merkt sich der Tab, bis Sie ihn schließen, den Schlüssel Ihres Auftrags
        (Sitzungsspeicher, Eintrag <Key>order-secret-…</Key>): Damit zeigt Ihnen die Bestätigungsseite, was
        Sie bestellt haben. Öffnen Sie auf einem zweiten Gerät den Link zu einem Antrag, merkt sich der Tab
        dort ebenso, was er dafür erhalten hat (Eintrag <Key>formlotse-handover</Key>): beim Fotografieren
        Kennung und Geheimnis des Antrags, beim Weitermachen den Entwurf, bis er im Entwurfsspeicher liegt.
        Öffnen Sie die Auftragsseite ohne JavaScript, setzen wir dafür ein Cookie (<Key>auftrag</Key>), das
        höchstens eine Stunde gilt.
      </p>
      <p>
        Ohne Einwilligung speichern wir auf Ihrem Gerät damit nur, was für den von Ihnen gewünschten Dienst
        unbedingt erforderlich ist (§&nbsp;25 Abs.&nbsp;2 Nr. 2 TDDDG), dazu Ihre Antwort auf die Frage nach
        der Einwilligung. „Entwurf löschen“ entfernt den Entwurf und leert den Versandspeicher. Widerrufen Sie
        Ihre Einwilligung, entfernt die Seite daraus alles, was nur mit ihr dort liegen darf. Was bis dahin
        noch nicht übermittelt war, sendet die geöffnete Seite aus dem Arbeitsspeicher.
      </p>
    </>
  )
}

export const measuring: readonly LegalSection[] = [
  {
    id: 'messung',
    title: 'Messung des Ablaufs',
    body: (
      <>
        <p>
          Um die Formulare zu verbessern, zählen wir auch ohne Einwilligung, welche Schritte begonnen,
          abgeschlossen oder abgebrochen werden, wie lange sie dauern, wie lange jemand in welchem Feld war,
          wie oft er es berichtigt hat, ob es leer blieb, in welchem Feld er zuletzt war, welche Felder
          beanstandet werden, mit welcher Art von Gerät, Browser und Betriebssystem, und über welche Kampagne
          oder Website jemand kam (Art.&nbsp;6 Abs.&nbsp;1 lit. f DSGVO). Die Kampagne entnehmen wir der
          Adresse, mit der Sie die Seite aufrufen. Von der Seite, auf deren Link Sie gefolgt sind, übermittelt
          Ihr Browser beim Beginn eines Antrags nur den Namen der Website, zum Beispiel „www.google.com“,
          nicht die Adresse der Seite und nicht, wonach Sie gesucht haben. Ohne Ihre Einwilligung speichern
          wir ihn nicht auf Ihrem Gerät. Daraus leiten wir ab, ob jemand etwa über eine Suchmaschine, einen
          KI-Assistenten oder ein soziales Netzwerk kam.
        </p>
        <p>
          Die Zeit in einem Feld zählt nur, solange die Seite zu sehen ist, und ohne weitere Eingabe höchstens
          30 Sekunden. Was Sie eintippen oder löschen und wie Sie dabei tippen, zeichnen wir nicht auf.
          Übermittelt werden nur diese Summen je Feld, und zwar mit dem abgeschlossenen Schritt oder beim
          Verlassen der Seite; ohne Ihre Einwilligung liegen sie bis dahin nur im Arbeitsspeicher.
        </p>
        <p>
          Das Ereignisprotokoll dafür ist pseudonym, nicht anonym. Es enthält keine IP-Adressen. Von Ihren
          Eingaben enthält es nur Auswahlen aus festen Listen und gesetzte Häkchen, etwa die Zahlungsart oder
          den Abmeldegrund; alles Übrige, was Sie eingeben, liegt verschlüsselt davon getrennt. Was in den
          Kampagnenangaben, im Namen der verweisenden Website oder im Pfad der Einstiegsseite als
          E-Mail-Adresse, Telefonnummer oder Zugangsschlüssel zu erkennen ist, ersetzen wir vor dem Speichern
          durch „(entfernt)“; andere Angaben in einer solchen Adresse, zum Beispiel ein Name, erkennen wir
          nicht. Im Protokoll bleiben Kennungen von Antrag und Sitzung, Zeitpunkte und bei einem Auftrag
          Nummer und Preis. Solange wir Ihre Angaben speichern, lassen sie sich darüber zuordnen. Werden Ihre
          Angaben gelöscht, bleibt das Protokoll ohne sie bestehen.
        </p>
      </>
    ),
  },
  {
    id: 'werbung',
    title: 'Werbe- und Analysedienste',
    body: (
      <>
        <p>
          Dienste für Werbung in sozialen Netzwerken, Netzwerke für native Anzeigen, ein Tag-Verwaltungsdienst
          und der Anzeigendienst einer Suchmaschine werden nur mit Ihrer Einwilligung eingesetzt (Art.&nbsp;6
          Abs.&nbsp;1 lit. a DSGVO, §&nbsp;25 Abs.&nbsp;1 TDDDG).
        </p>
        <p>
          <strong>Ohne Einwilligung</strong> wird nichts für Werbung auf Ihrem Gerät gespeichert und nichts an
          solche Dienste übermittelt. Als Sitzung gilt der begonnene Antrag. Klick-Kennungen der Anzeigen
          (gclid, fbclid, msclkid, ttclid, twclid) verwirft unser Server beim Empfang; er merkt sich nur, dass
          und von welcher Art eine dabei war.
        </p>
        <p>
          <strong>Mit Ihrer Einwilligung</strong> merkt sich Ihr Browser für die Sitzung eine Kennung (
          <Key>formlotse-session</Key>) und bis zu 7 Tage, über welche Anzeigen Sie kamen (
          <Key>formlotse-attribution</Key>), und hält noch nicht übermittelte Meldungen im{' '}
          <a href="#entwurf" className="text-leaf-700 underline underline-offset-3 hover:decoration-2">
            Versandspeicher
          </a>
          . Unser Analysedienst, ein Auftragsverarbeiter (Art.&nbsp;28 DSGVO), erhält über unseren Server die
          aufgerufenen Seiten und bei einem Auftrag dessen Nummer und Preis, Klick-Kennungen der Anzeigen,
          E-Mail-Adresse, Name und Anschrift. Klick-Kennungen speichern wir verschlüsselt
          <Words of="clickIds" />
        </p>
        <p>
          <strong>Werbeplattformen.</strong> <Words of="adPlatforms" /> Eine Werbeplattform erhält von uns nur
          mit Ihrer Einwilligung und nur die Klick-Kennung ihrer Anzeige, Zeit, Wert und Nummer des bezahlten
          Auftrags, damit sie den Erfolg der Anzeige zählt; Name, Anschrift und E-Mail-Adresse erhält sie
          nicht. Wird der Auftrag widerrufen, scheitert er oder erstatten wir ihn, erfährt sie auch das. Sie
          ist für ihre Verarbeitung selbst verantwortlich und kann die Angaben auch in den USA verarbeiten.
          Gemeldet werden Aufträge der letzten 90 Tage, solange die Klick-Kennung gespeichert ist. Nach einer
          Löschung Ihrer Daten melden wir höchstens noch mit der Auftragsnummer, dass ein Auftrag nicht mehr
          zählt. Für einen schon erteilten Auftrag teilen Sie uns einen Widerruf der Einwilligung bitte mit;
          dann melden wir ihn nicht mehr.
        </p>
        <p>
          Eine Einwilligung können Sie jederzeit über „Datenschutz-Einstellungen“ am Ende jeder Seite mit
          Wirkung für die Zukunft widerrufen; dann wird gelöscht, was dafür auf Ihrem Gerät liegt.
        </p>
      </>
    ),
  },
]

/** Renders the name of an entry in the browser storage. */
function Key({ children }: { children: string }) {
  return <code className="text-[0.9em] wrap-anywhere">{children}</code>
}
