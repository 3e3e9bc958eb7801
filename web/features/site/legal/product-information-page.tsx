import { Words } from '#web/features/settings/words.tsx'
import { LegalPage } from './legal-page.tsx'
import { Bullets, Facts, OutsideLink, PostalAddress, SiteLink } from './prose.tsx'
import { supportHours, supportPromise } from '#domain/site/support-hours.ts'
import type { ProviderText } from '#domain/site/provider-text.ts'

export function Component() {
  return <LegalPage text={productInformation} />
}

function productInformation(provider: ProviderText) {
  return {
    title: 'Produktinformationen',
    lead: 'Was Sie vor der Bestellung wissen sollten (Verbraucherinformationen nach Art.\u00a0246a EGBGB).',
    sections: [
      { id: 'produkt', title: 'Das Produkt', body: <Product /> },
      { id: 'leistung', title: 'Was wir für Sie tun', body: <Service /> },
      { id: 'nicht-enthalten', title: 'Was nicht enthalten ist', body: <NotIncluded /> },
      { id: 'bestellung', title: 'So kommt der Vertrag zustande', body: <Ordering /> },
      { id: 'zahlung', title: 'Zahlung', body: <Payment /> },
      { id: 'ihre-rechte', title: 'Ihre Rechte', body: <Rights /> },
      { id: 'anbieter', title: 'Anbieter', body: <PostalAddress provider={provider} /> },
    ],
  }
}

function Product() {
  return (
    <Facts
      rows={[
        ['Produktkennung', 'GEZ-2025-001'],
        ['Bezeichnung', 'Vorbereitung und Weiterleitung eines Antrags zum Rundfunkbeitrag'],
        [
          'Gesamtpreis',
          <>
            <Words of="price" />, einschließlich der gesetzlichen Mehrwertsteuer; keine Versandkosten.{' '}
            <Words of="vip" />
          </>,
        ],
        ['Laufzeit', 'Einmaliger Auftrag, kein Abonnement, keine Kündigung nötig'],
        ['Zahlungsarten', <Words key="methods" of="methods" />],
        ['Bearbeitung', 'Bestellbestätigung sofort nach der Bestellung; Ausführung sofort nach der Zahlung'],
        [
          'Lieferung',
          <>
            Antrag als PDF mit Rechnung per E-Mail gleich nach der Zahlung; frühestens{' '}
            <Words of="submitAfter" /> später Übergabe des Briefs an den Postversand, mit Bestätigung per
            E-Mail
          </>,
        ],
      ]}
    />
  )
}

function Service() {
  return (
    <>
      <p>Wir bereiten einen der folgenden Anträge aus Ihren Angaben vor und leiten ihn weiter:</p>
      <Bullets
        items={[
          'Anmeldung: erstmalige Anmeldung einer Wohnung',
          'Zusätzliche Wohnung: Anmeldung einer Zweit- oder Ferienwohnung zu einem bestehenden Beitragskonto',
          'Änderung: Mitteilung von Umzug, Namensänderung, neuen Bankdaten, anderer Zahlungsweise oder dem Tod des Ehepartners',
          'Abmeldung: vollständige Abmeldung eines Beitragskontos',
        ]}
      />
      <p>
        Das Ausfüllen dauert etwa 3 Minuten. Ihr personalisiertes PDF erhalten Sie gleich nach der Zahlung per
        E-Mail. Für die Bearbeitung beim Beitragsservice sind 7 bis 10 Werktage üblich; darauf haben wir
        keinen Einfluss. Können wir Ihren Brief nicht zur Post geben, erhalten Sie Ihr Geld zurück.
      </p>
    </>
  )
}

function NotIncluded() {
  return (
    <Bullets
      items={[
        'Der Rundfunkbeitrag selbst. Ihn erhebt allein der Beitragsservice.',
        'Eine Rechtsberatung oder die Prüfung, ob ein Antrag Erfolg haben wird. Über ihn entscheidet der Beitragsservice.',
        <>
          Eine amtliche Leistung. Wir sind von den Rundfunkanstalten unabhängig. Dieselben Anträge können Sie
          kostenlos selbst stellen:{' '}
          <OutsideLink href="https://www.rundfunkbeitrag.de/">www.rundfunkbeitrag.de</OutsideLink>.
        </>,
      ]}
    />
  )
}

function Ordering() {
  return (
    <>
      <Bullets
        items={[
          'Sie füllen das Bestellformular in vier Schritten aus. Alle Angaben können Sie bis zum Absenden ansehen und ändern. Nach der Bestellung können Sie sie bis zur Übergabe an den Postversand auf der Seite Ihres Auftrags ansehen und, außer Anliegen, Grund oder Art der Änderung, Servicestufe, Firma und Rechnungsanschrift, ändern.',
          'Sie bestätigen die Einwilligungen und klicken auf „Kostenpflichtig beauftragen“. Das ist Ihr verbindliches Angebot.',
          'Wir bestätigen die Bestellung sofort und automatisch per E-Mail. Mit dieser Bestätigung ist der Vertrag geschlossen.',
        ]}
      />
      <p>
        Den Vertragstext speichern wir und senden ihn Ihnen mit der Bestätigung zu. Vertragssprache ist
        Deutsch.
      </p>
    </>
  )
}

function Payment() {
  return (
    <p>
      Der Preis ist sofort nach der Bestellung fällig. <Words of="payment" /> Nach der Zahlung erhalten Sie
      eine elektronische Rechnung per E-Mail.
    </p>
  )
}

function Rights() {
  return (
    <Bullets
      items={[
        <>
          Verbraucher können den Vertrag binnen 14 Tagen widerrufen:{' '}
          <SiteLink to="/widerrufsbelehrung">Widerrufsbelehrung</SiteLink>,{' '}
          <SiteLink to="/widerruf">Vertrag widerrufen</SiteLink>. Das Recht erlischt mit der vollständigen
          Ausführung, wenn Sie deren sofortigem Beginn zugestimmt haben.
        </>,
        'Es gelten die gesetzlichen Rechte bei Mängeln der Leistung.',
        <>
          Mit Fragen und Beschwerden wenden Sie sich an den <SiteLink to="/kontakt">Support</SiteLink>.{' '}
          {supportPromise} {supportHours}
        </>,
        <>
          Einzelheiten regeln die <SiteLink to="/agb">Allgemeinen Geschäftsbedingungen</SiteLink>.
        </>,
      ]}
    />
  )
}
