import { price } from '#domain/funnels/price.ts'
import { euro } from '#web/ui/euro.ts'
import { LegalPage } from './legal-page.tsx'
import { Bullets, Facts, OutsideLink, PostalAddress, SiteLink } from './prose.tsx'
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
          `${euro(price.premium)} je Auftrag, einschließlich der gesetzlichen Mehrwertsteuer; keine Versandkosten`,
        ],
        ['Laufzeit', 'Einmaliger Auftrag, kein Abonnement, keine Kündigung nötig'],
        ['Bearbeitung', 'Automatisch und sofort nach der Bestellung'],
        ['Lieferung', 'Antrag als PDF per E-Mail; Weiterleitung per Post an den Beitragsservice'],
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
        Das Ausfüllen dauert etwa 3 Minuten. Ihr personalisiertes PDF erhalten Sie gleich nach der Bestellung
        per E-Mail. Für die Bearbeitung beim Beitragsservice sind 7 bis 10 Werktage üblich; darauf haben wir
        keinen Einfluss. Können wir Ihren Antrag nicht weiterleiten, erhalten Sie Ihr Geld zurück.
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
          'Sie füllen das Bestellformular in vier Schritten aus. Alle Angaben können Sie bis zum Absenden ansehen und ändern.',
          'Sie bestätigen die Einwilligungen und klicken auf „Kostenpflichtig beauftragen“. Das ist Ihr verbindliches Angebot.',
          'Wir bestätigen die Bestellung automatisch per E-Mail. Mit dieser Bestätigung ist der Vertrag geschlossen.',
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
      Der Preis ist sofort nach der Bestellung fällig. Sie zahlen auf der Seite eines externen
      Zahlungsanbieters mit den dort angebotenen Zahlungsarten. Sie erhalten eine elektronische Rechnung.
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
          Fragen und Beschwerden beantwortet der <SiteLink to="/kontakt">Support</SiteLink> in der Regel
          innerhalb von 24 Stunden, Montag bis Freitag von 9:00 bis 18:00 Uhr.
        </>,
        <>
          Einzelheiten regeln die <SiteLink to="/agb">Allgemeinen Geschäftsbedingungen</SiteLink>.
        </>,
      ]}
    />
  )
}
