import { LegalPage } from './legal-page.tsx'
import { MailLink } from '#web/features/site/provider/mail-link.tsx'
import { Bullets, Entry, PostalAddress, SiteLink } from './prose.tsx'
import type { ProviderText } from '#domain/site/provider-text.ts'

// The text follows the model texts in annexes 1 and 2 to Art. 246a § 1 (2) EGBGB. By law, information that uses the
// wording of the model texts is considered correct.

export function Component() {
  return <LegalPage text={withdrawalInformation} />
}

function withdrawalInformation(provider: ProviderText) {
  return {
    title: 'Widerrufsbelehrung',
    lead: 'Verbraucher haben ein vierzehntägiges Widerrufsrecht. Verbraucher ist jede natürliche Person, die ein Rechtsgeschäft zu Zwecken abschließt, die überwiegend weder ihrer gewerblichen noch ihrer selbständigen beruflichen Tätigkeit zugerechnet werden können. Unternehmern steht kein Widerrufsrecht zu.',
    sections: [
      { id: 'widerrufsrecht', title: 'Widerrufsrecht', body: <Right provider={provider} /> },
      { id: 'folgen', title: 'Folgen des Widerrufs', body: <Consequences /> },
      { id: 'erloeschen', title: 'Vorzeitiges Erlöschen des Widerrufsrechts', body: <Expiry /> },
      { id: 'muster', title: 'Muster-Widerrufsformular', body: <ModelForm provider={provider} /> },
    ],
  }
}

function Right({ provider }: { provider: ProviderText }) {
  return (
    <>
      <p>Sie haben das Recht, binnen vierzehn Tagen ohne Angabe von Gründen diesen Vertrag zu widerrufen.</p>
      <p>Die Widerrufsfrist beträgt vierzehn Tage ab dem Tag des Vertragsschlusses.</p>
      <p>Um Ihr Widerrufsrecht auszuüben, müssen Sie uns</p>
      <PostalAddress provider={provider} />
      <p>
        mittels einer eindeutigen Erklärung (z. B. ein mit der Post versandter Brief oder eine E-Mail) über
        Ihren Entschluss, diesen Vertrag zu widerrufen, informieren. Sie können dafür das beigefügte
        Muster-Widerrufsformular verwenden, das jedoch nicht vorgeschrieben ist.
      </p>
      <p>
        Sie können Ihr Widerrufsrecht auch online unter <SiteLink to="/widerruf">Vertrag widerrufen</SiteLink>{' '}
        ausüben. Wenn Sie diese Online-Funktion nutzen, übermitteln wir Ihnen auf einem dauerhaften
        Datenträger (per E-Mail) unverzüglich eine Eingangsbestätigung mit Informationen zum Inhalt der
        Widerrufserklärung sowie dem Datum und der Uhrzeit ihres Eingangs.
      </p>
      <p>
        Zur Wahrung der Widerrufsfrist reicht es aus, dass Sie die Mitteilung über die Ausübung des
        Widerrufsrechts vor Ablauf der Widerrufsfrist absenden.
      </p>
    </>
  )
}

function Consequences() {
  return (
    <>
      <p>
        Wenn Sie diesen Vertrag widerrufen, haben wir Ihnen alle Zahlungen, die wir von Ihnen erhalten haben,
        unverzüglich und spätestens binnen vierzehn Tagen ab dem Tag zurückzuzahlen, an dem die Mitteilung
        über Ihren Widerruf dieses Vertrags bei uns eingegangen ist. Für diese Rückzahlung verwenden wir
        dasselbe Zahlungsmittel, das Sie bei der ursprünglichen Transaktion eingesetzt haben, es sei denn, mit
        Ihnen wurde ausdrücklich etwas anderes vereinbart; in keinem Fall werden Ihnen wegen dieser
        Rückzahlung Entgelte berechnet.
      </p>
      <p>
        Haben Sie verlangt, dass die Dienstleistungen während der Widerrufsfrist beginnen sollen, so haben Sie
        uns einen angemessenen Betrag zu zahlen, der dem Anteil der bis zu dem Zeitpunkt, zu dem Sie uns von
        der Ausübung des Widerrufsrechts hinsichtlich dieses Vertrags unterrichten, bereits erbrachten
        Dienstleistungen im Vergleich zum Gesamtumfang der im Vertrag vorgesehenen Dienstleistungen
        entspricht.
      </p>
    </>
  )
}

function Expiry() {
  return (
    <>
      <p>
        Das Widerrufsrecht erlischt bei einem Vertrag über die Erbringung von Dienstleistungen, wenn wir die
        Dienstleistung vollständig erbracht haben und mit der Ausführung erst begonnen haben, nachdem Sie dazu
      </p>
      <Bullets
        items={[
          'ausdrücklich zugestimmt haben, dass wir vor Ablauf der Widerrufsfrist mit der Ausführung beginnen, und',
          'Ihre Kenntnis davon bestätigt haben, dass Sie Ihr Widerrufsrecht mit vollständiger Vertragserfüllung verlieren.',
        ]}
      />
      <p>
        Vollständig erbracht ist unsere Leistung, sobald Ihr Antrag an den Beitragsservice abgesendet ist.
        Weil wir sofort nach der Zahlung beginnen, also vor Ablauf der Widerrufsfrist, fragen wir beides vor
        der Bestellung ausdrücklich ab.
      </p>
    </>
  )
}

function ModelForm({ provider }: { provider: ProviderText }) {
  const blanks = [
    'Bestellt am',
    'Auftragsnummer',
    'Name des/der Verbraucher(s)',
    'Anschrift des/der Verbraucher(s)',
    'Datum',
    'Unterschrift des/der Verbraucher(s) (nur bei Mitteilung auf Papier)',
  ]
  return (
    <>
      <p>
        Wenn Sie den Vertrag widerrufen wollen, dann füllen Sie bitte dieses Formular aus und senden Sie es
        zurück. Einfacher geht es online: <SiteLink to="/widerruf">Vertrag widerrufen</SiteLink>.
      </p>
      <div className="grid gap-4 rounded-xl border border-line bg-surface p-5 sm:p-8 print:break-inside-avoid">
        <div>
          <p>An:</p>
          <p>
            <Entry>{provider.name}</Entry>, <Entry>{provider.street}</Entry>, <Entry>{provider.city}</Entry>,
            E-Mail: <MailLink address={provider.email} />
          </p>
        </div>
        <p>
          Hiermit widerrufe(n) ich/wir (*) den von mir/uns (*) abgeschlossenen Vertrag über die Erbringung der
          folgenden Dienstleistung: Vorbereitung und Weiterleitung eines Antrags zum Rundfunkbeitrag (Produkt
          GEZ-2025-001)
        </p>
        <dl className="grid gap-5">
          {blanks.map((blank) => (
            <div key={blank}>
              <dt>{blank}:</dt>
              <dd className="mt-7 border-b border-control">
                <span className="sr-only">(hier ausfüllen)</span>
              </dd>
            </div>
          ))}
        </dl>
        <p className="text-sm text-muted">(*) Unzutreffendes streichen.</p>
      </div>
    </>
  )
}
