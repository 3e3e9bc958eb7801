import type { ReactNode } from 'react'
import { fixedPeriods } from '#domain/retention/fixed-periods.ts'
import { germanPeriod } from '#domain/retention/german-period.ts'
import { legalStatus } from '#web/features/site/content/legal-status.ts'
import { LegalPage, type LegalSection } from './legal-page.tsx'
import { MailLink } from '#web/features/site/provider/mail-link.tsx'
import { Words } from '#web/features/settings/words.tsx'
import { Period } from './period.tsx'
import { DeviceStores, measuring } from './privacy-measuring.tsx'
import { Bullets, Facts, PostalAddress, SiteLink } from './prose.tsx'
import type { ProviderText } from '#domain/site/provider-text.ts'

export function Component() {
  return <LegalPage text={privacy} />
}

function privacy(provider: ProviderText) {
  return {
    title: 'Datenschutzerklärung',
    lead: 'Welche personenbezogenen Daten wir verarbeiten, wozu, wie lange, und welche Rechte Sie haben.',
    status: legalStatus,
    sections: [
      { id: 'verantwortlich', title: 'Verantwortlicher', body: <PostalAddress provider={provider} /> },
      ...visiting,
      ...ordering,
      ...around,
      { id: 'rechte', title: 'Ihre Rechte', body: <Rights email={provider.email} /> },
    ],
  }
}

const visiting: readonly LegalSection[] = [
  {
    id: 'besuch',
    title: 'Besuch der Website',
    body: (
      <p>
        Beim Aufruf verarbeitet der Server die technisch nötigen Angaben Ihres Browsers, darunter die
        IP-Adresse, um die Seite auszuliefern und Missbrauch abzuwehren (Art.&nbsp;6 Abs.&nbsp;1 lit. f
        DSGVO). Das Protokoll unserer Anwendung enthält weder IP-Adressen noch Ihre Angaben.
        Zugriffsprotokolle der Server davor werden höchstens 7 Tage aufbewahrt. In unserer Datenbank speichern
        wir keine IP-Adresse. Die Verbindung ist per TLS verschlüsselt.
      </p>
    ),
  },
  {
    id: 'entwurf',
    title: 'Formulare und Entwürfe',
    body: (
      <>
        <DeviceStores />
        <p>
          Angaben eines begonnenen Antrags übermittelt die Seite bereits mit jedem Schritt und beim Verlassen
          der Seite an uns, eine E-Mail-Adresse gleich nach der Eingabe, um den Antrag fortzuführen und seine
          Annahme sicherzustellen (Art.&nbsp;6 Abs. 1 lit. b und f DSGVO). <Words of="forwarding" /> Kommt
          kein Auftrag zustande, löschen wir Ihre Angaben; wann, steht unter „Speicherdauer“. Ihr
          Widerspruchsrecht finden Sie unter „Ihre Rechte“.
        </p>
        <p>
          Wenn Sie auf einem anderen Gerät weitermachen oder mit dem Handy fotografieren, verschlüsselt Ihr
          Browser dafür den Entwurf ohne IBAN und Zustimmungen. Den Schlüssel enthält nur der Link oder
          QR-Code, den Sie selbst weitergeben; wir erhalten ihn nicht und können den Entwurf nicht lesen. Er
          lässt sich einmal abrufen und wird dann gelöscht, sonst nach 24&nbsp;Stunden.
        </p>
      </>
    ),
  },
  ...measuring,
]

/** The period in the dative: `90 Tagen`. */
const openRequests = `${germanPeriod(fixedPeriods.openRequests)}n`

const periods: readonly [string, ReactNode][] = [
  ['Begonnene Anträge ohne Auftrag', <Period key="drafts" of="drafts" since="der letzten Eingabe" />],
  ['Hochgeladene Dateien ohne Auftrag', <Period key="uploads" of="uploads" since="der Übertragung" />],
  [
    'Aufträge, die nicht bezahlt werden',
    <>
      <Period of="unpaid" since="der Bestellung" />; der Auftrag ist dann abgelaufen
    </>,
  ],
  [
    'Antragsdaten, Nachweise und die daraus erstellten Dokumente',
    <>
      <Period of="fulfilled" since="der Absendung" /> des Briefs, bei einem Widerruf oder einer Erstattung
      entsprechend nach dieser
    </>,
  ],
  [
    'Rechnung mit Name, Anschrift, Leistung und Betrag',
    <Period key="invoices" of="invoices" since="der Zahlung" />,
  ],
  [
    'Verschlüsselter Entwurf für ein anderes Gerät',
    `${germanPeriod(fixedPeriods.handovers)} nach der Übergabe; gelöscht, sobald er abgerufen ist`,
  ],
  [
    'Abgewiesene Eingaben, ihre Angaben verschlüsselt',
    <Period key="rejected" of="rejected" since="der Eingabe" />,
  ],
  ['Zugeordnete Widerrufserklärungen', `${germanPeriod(fixedPeriods.emails)} nach dem Eingang`],
  [
    'Zugriffe unserer Mitarbeitenden (ohne Ihre Angaben)',
    `${germanPeriod(fixedPeriods.audit)} nach dem Zugriff`,
  ],
  ['E-Mails im Postausgang', `${germanPeriod(fixedPeriods.emails)} nach der Erstellung`],
  ['E-Mails, die auf unserem Server liegen bleiben', <Period key="mail" of="mail" since="der Ablage" />],
]

const ordering: readonly LegalSection[] = [
  {
    id: 'auftrag',
    title: 'Aufträge',
    body: (
      <>
        <p>
          Zur Ausführung Ihres Auftrags verarbeiten wir die Angaben, die Sie machen (Art.&nbsp;6 Abs.&nbsp;1
          lit. b DSGVO):
        </p>
        <Bullets
          items={[
            'Anrede, Name, Geburtsdatum, Anschrift und E-Mail-Adresse,',
            'Auftragsdaten wie Beitragsnummer, Wohnung, Anlass und hochgeladene Nachweise,',
            'Zahlungsdaten für den Rundfunkbeitrag, etwa die IBAN, wenn Sie Lastschrift wählen,',
            'Vertragsdaten wie Auftragsnummer, Preis und Zeitpunkt.',
          ]}
        />
        <p>
          Personenbezogene Angaben liegen verschlüsselt in unserer Datenbank. Die Angaben sind für den Vertrag
          erforderlich; ohne sie können wir den Antrag nicht erstellen. Eine automatisierte Entscheidung im
          Sinne von Art.&nbsp;22 DSGVO findet nicht statt.
        </p>
      </>
    ),
  },
  {
    id: 'empfaenger',
    title: 'Empfänger',
    body: (
      <Bullets
        items={[
          'der Beitragsservice von ARD, ZDF und Deutschlandradio, an den wir Ihren Antrag in Ihrem Auftrag weiterleiten,',
          <Words key="paymentRecipient" of="paymentRecipient" />,
          'ein Dienstleister für Zahlungsüberwachung und Inkasso, der bei offenen Forderungen Zahlungs- und Vertragsdaten erhält (Art.\u00a06 Abs.\u00a01 lit. f DSGVO),',
          <Words key="letterService" of="letterService" />,
          <Words key="processors" of="processors" />,
          'ein Adress- und ein Bankdatendienst, wenn Sie Vorschläge beim Eintippen nutzen und diese Funktion eingerichtet ist; sie erhalten nur den eingetippten Suchtext oder die IBAN, nie Ihren Namen.',
        ]}
      />
    ),
  },
  {
    id: 'dauer',
    title: 'Speicherdauer',
    body: (
      <>
        <p>Wir löschen Ihre Angaben, sobald sie nicht mehr gebraucht werden und kein Gesetz sie verlangt:</p>
        <Facts rows={periods} />
        <p>
          Für Rechnungen verlangen das Steuer- und das Handelsrecht die Aufbewahrung (Art.&nbsp;6 Abs.&nbsp;1
          lit. c DSGVO). Nachrichten an den Support löschen wir aus unserer Anwendung, sobald Ihr Anliegen
          erledigt ist, spätestens nach {openRequests}; die E-Mail an unser Postfach bewahren wir auf, solange
          Ansprüche bestehen können.
        </p>
      </>
    ),
  },
]

const around: readonly LegalSection[] = [
  {
    id: 'support',
    title: 'Support und Widerruf',
    body: (
      <p>
        Schreiben Sie uns über das <SiteLink to="/kontakt">Kontaktformular</SiteLink>, verarbeiten wir Name,
        E-Mail-Adresse, Anliegen, Nachricht und die Auftragsnummer, wenn Sie eine angeben, um Ihnen zu
        antworten (Art.&nbsp;6 Abs.&nbsp;1 lit. b und f DSGVO). Beim Auftrag vermerken wir dann, dass es eine
        Anfrage gab, nicht ihren Inhalt; so sehen wir, ob eine Änderung am Formular zu mehr Fragen führt
        (Art.&nbsp;6 Abs.&nbsp;1 lit. f DSGVO). Erklären Sie online einen{' '}
        <SiteLink to="/widerruf">Widerruf</SiteLink>, verarbeiten wir Ihre Angaben, um ihn zuzuordnen und den
        Eingang zu bestätigen (Art.&nbsp;6 Abs.&nbsp;1 lit. c DSGVO in Verbindung mit §&nbsp;356a BGB). Passt
        er zu einem Auftrag, ruht dieser, und wir fragen an der E-Mail-Adresse des Auftrags nach, ob der
        Widerruf gewollt ist; ohne Widerspruch gilt der Auftrag nach drei Tagen als widerrufen. Ist der Brief
        schon versandt, die Frist abgelaufen oder der Auftrag der eines Unternehmers, prüfen wir den Widerruf
        selbst und schreiben Ihnen. Damit niemand mit unseren Bestätigungen belästigt wird, zählen wir sie je
        Empfänger: mit einem Prüfwert der Adresse, der {germanPeriod(fixedPeriods.addressCounters)} nach dem
        vorgesehenen Versand gelöscht wird (Art.&nbsp;6 Abs.&nbsp;1 lit. f DSGVO).
      </p>
    ),
  },
  {
    id: 'drittland',
    title: 'Übermittlung in Drittländer',
    body: (
      <p>
        Werden Dienstleister außerhalb der Europäischen Union eingesetzt, geschieht das nur auf Grundlage
        eines Angemessenheitsbeschlusses oder der Standardvertragsklauseln der Europäischen Kommission (Art.
        44 ff. DSGVO).
      </p>
    ),
  },
]

function Rights({ email }: { email: string }) {
  return (
    <>
      <p>
        Sie haben das Recht auf Auskunft (Art.&nbsp;15 DSGVO), Berichtigung (Art.&nbsp;16), Löschung
        (Art.&nbsp;17), Einschränkung der Verarbeitung (Art.&nbsp;18) und Datenübertragbarkeit (Art.&nbsp;20).
        Einwilligungen können Sie jederzeit widerrufen.
      </p>
      <p className="rounded-xl border border-line bg-surface p-5">
        <strong>Widerspruchsrecht:</strong> Soweit wir Daten auf Grundlage von Art.&nbsp;6 Abs.&nbsp;1 lit. f
        DSGVO verarbeiten, können Sie aus Gründen, die sich aus Ihrer besonderen Situation ergeben, jederzeit
        widersprechen; gegen Direktwerbung ohne Angabe von Gründen (Art.&nbsp;21 DSGVO).
      </p>
      <p>
        Eine E-Mail an <MailLink address={email} /> genügt. Sie können sich außerdem bei einer
        Datenschutz-Aufsichtsbehörde beschweren, etwa an Ihrem Wohnort (Art.&nbsp;77 DSGVO).
      </p>
    </>
  )
}
