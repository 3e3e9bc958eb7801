import { legalStatus } from '#web/features/site/content/legal-status.ts'
import type { ReactNode } from 'react'
import { price } from '#domain/funnels/price.ts'
import { euro } from '#web/ui/euro.ts'
import { LegalPage } from './legal-page.tsx'
import { Bullets, Entry, OutsideLink, Paragraphs, SiteLink } from './prose.tsx'
import type { ProviderText } from '#domain/site/provider-text.ts'

export function Component() {
  return <LegalPage text={terms} />
}

function terms(provider: ProviderText) {
  return {
    title: 'Allgemeine Geschäftsbedingungen (AGB)',
    lead: 'Für Verträge über die Vorbereitung und Weiterleitung von Anträgen zum Rundfunkbeitrag.',
    status: legalStatus,
    sections: [...contract(provider), ...performance, ...rights].map(({ title, items }, index) => ({
      id: `paragraf-${index + 1}`,
      title: `§ ${index + 1} ${title}`,
      body: <Paragraphs items={items} />,
    })),
  }
}

interface Clause {
  title: string
  items: readonly ReactNode[]
}

function contract(provider: ProviderText): Clause[] {
  return [
    {
      title: 'Geltung und Begriffe',
      items: [
        <>
          Diese Bedingungen gelten für alle Verträge, die Sie über diese Website mit{' '}
          <Entry>{provider.name}</Entry>, <Entry>{provider.street}</Entry>, <Entry>{provider.city}</Entry>{' '}
          („wir“) schließen.
        </>,
        'Verbraucher ist jede natürliche Person, die ein Rechtsgeschäft zu Zwecken abschließt, die überwiegend weder ihrer gewerblichen noch ihrer selbständigen beruflichen Tätigkeit zugerechnet werden können (§\u00a013 BGB). Unternehmer ist, wer bei Abschluss in Ausübung seiner gewerblichen oder selbständigen beruflichen Tätigkeit handelt (§\u00a014 BGB).',
        'Abweichende Bedingungen eines Unternehmers gelten nur, wenn wir ihnen ausdrücklich zustimmen.',
      ],
    },
    {
      title: 'Gegenstand des Vertrags',
      items: [
        'Wir erstellen aus Ihren Angaben einen Antrag zum Rundfunkbeitrag (Anmeldung, Anmeldung einer zusätzlichen Wohnung, Mitteilung einer Änderung oder Abmeldung), senden ihn Ihnen als PDF per E-Mail und leiten ihn in Ihrem Auftrag per Post an den Beitragsservice weiter. Produktkennung: GEZ-2025-001.',
        <>
          Wir sind ein unabhängiger, kostenpflichtiger Dienst und mit den Rundfunkanstalten und dem
          Beitragsservice nicht verbunden. Dieselben Anträge können Sie dort selbst und kostenlos stellen:{' '}
          <OutsideLink href="https://www.rundfunkbeitrag.de/">www.rundfunkbeitrag.de</OutsideLink>.
        </>,
        'Wir schulden die Vorbereitung und Weiterleitung des Antrags, nicht die Entscheidung des Beitragsservice. Rechtsberatung leisten wir nicht. Können wir einen Antrag nicht weiterleiten, erstatten wir den gezahlten Preis.',
      ],
    },
    {
      title: 'Vertragsschluss',
      items: [
        'Die Darstellung auf der Website ist kein bindendes Angebot. Sie füllen das Bestellformular aus; bis zum Absenden können Sie alle Angaben ansehen und ändern.',
        <>
          Vor der Bestellung bestätigen Sie:
          <Bullets
            items={[
              'dass Sie diese Bedingungen akzeptieren,',
              'dass Sie die Datenschutzerklärung zur Kenntnis genommen haben,',
              'dass Sie dem sofortigen Beginn der Leistung vor Ablauf der Widerrufsfrist zustimmen und wissen, dass Ihr Widerrufsrecht mit der vollständigen Ausführung erlischt, und',
              'dass Ihre Angaben richtig sind.',
            ]}
          />
        </>,
        'Mit dem Klick auf „Kostenpflichtig beauftragen“ geben Sie ein verbindliches Angebot zum hervorgehobenen Preis ab. Die automatische Bestellbestätigung per E-Mail ist unsere Annahme; mit ihr ist der Vertrag geschlossen.',
        'Wir speichern den Vertragstext und senden ihn Ihnen mit der Bestätigung zu. Vertragssprache ist Deutsch.',
      ],
    },
    {
      title: 'Preis und Zahlung',
      items: [
        `Der Preis beträgt ${euro(price.premium)} je Auftrag einschließlich der gesetzlichen Mehrwertsteuer. Maßgeblich ist der Preis, der bei Vertragsschluss gilt. Weitere Kosten entstehen nicht.`,
        'Die Zahlung ist sofort nach der Bestellung fällig. Nach der Bestellung gelangen Sie zur Seite eines externen Zahlungsanbieters und zahlen mit den dort angebotenen Zahlungsarten. Sie erhalten eine elektronische Rechnung.',
        'Geraten Sie in Verzug, gelten die gesetzlichen Vorschriften. Mit der Überwachung von Zahlungen und mit dem Einzug offener Forderungen können wir einen Dienstleister beauftragen.',
      ],
    },
  ]
}

const performance: readonly Clause[] = [
  {
    title: 'Ausführung',
    items: [
      'Die Leistung beginnt automatisch und sofort nach der Bestellung. Sie ist vollständig erbracht, sobald der Antrag an den Beitragsservice abgesendet ist. Sie erhalten per E-Mail eine Bestätigung der Übermittlung.',
      'Die Bearbeitung beim Beitragsservice dauert üblicherweise 7 bis 10 Werktage. Sie liegt nicht in unserer Hand.',
    ],
  },
  {
    title: 'Ihre Mitwirkung',
    items: [
      'Sie versichern, dass es sich um Ihre eigenen Daten handelt oder dass Sie zu ihrer Angabe berechtigt sind und dass sie vollständig und richtig sind. Nachweise laden Sie lesbar hoch.',
      'Verzögert sich ein Antrag, weil Angaben oder Nachweise fehlen oder falsch sind, haben wir das nicht zu vertreten. Fällt Ihnen ein Fehler auf, schreiben Sie uns bitte umgehend.',
    ],
  },
  {
    title: 'Widerrufsrecht',
    items: [
      <>
        Verbraucher können den Vertrag binnen 14 Tagen ab Vertragsschluss ohne Angabe von Gründen widerrufen.
        Einzelheiten und das Muster-Formular stehen in der{' '}
        <SiteLink to="/widerrufsbelehrung">Widerrufsbelehrung</SiteLink>; online geht es unter{' '}
        <SiteLink to="/widerruf">Vertrag widerrufen</SiteLink>.
      </>,
      'Das Widerrufsrecht erlischt, wenn wir die Leistung vollständig erbracht haben und Sie zuvor dem sofortigen Beginn ausdrücklich zugestimmt und Ihre Kenntnis vom Verlust des Widerrufsrechts bestätigt haben.',
      'Nach einem wirksamen Widerruf erstatten wir Zahlungen binnen 14 Tagen ab Eingang der Erklärung über das ursprüngliche Zahlungsmittel. Für einen bis dahin erbrachten Teil der Leistung ist Wertersatz zu leisten, wenn Sie deren Beginn verlangt haben.',
      'Unternehmern steht kein Widerrufsrecht zu.',
    ],
  },
]

const rights: readonly Clause[] = [
  {
    title: 'Mängelrechte',
    items: [
      'Es gelten die gesetzlichen Rechte bei Mängeln der Leistung.',
      'Ansprüche von Unternehmern wegen Mängeln verjähren zwölf Monate nach Erbringung der Leistung. Das gilt nicht für die Ansprüche nach §\u00a09 Absatz 1.',
    ],
  },
  {
    title: 'Haftung',
    items: [
      'Wir haften unbeschränkt bei Vorsatz und grober Fahrlässigkeit, bei Verletzung von Leben, Körper oder Gesundheit, nach dem Produkthaftungsgesetz und soweit wir eine Garantie übernommen haben.',
      'Bei einfacher Fahrlässigkeit haften wir nur für die Verletzung wesentlicher Vertragspflichten, also solcher, deren Erfüllung den Vertrag erst ermöglicht und auf die Sie vertrauen dürfen, und der Höhe nach begrenzt auf den vorhersehbaren, vertragstypischen Schaden. Im Übrigen ist die Haftung ausgeschlossen.',
    ],
  },
  {
    title: 'Datenschutz',
    items: [
      <>
        Wir verarbeiten personenbezogene Daten nach der{' '}
        <SiteLink to="/datenschutz">Datenschutzerklärung</SiteLink>.
      </>,
    ],
  },
  {
    title: 'Streitbeilegung',
    items: [
      'Wir sind nicht bereit und nicht verpflichtet, an Streitbeilegungsverfahren vor einer Verbraucherschlichtungsstelle teilzunehmen (§\u00a036 VSBG).',
    ],
  },
  {
    title: 'Schlussbestimmungen',
    items: [
      'Es gilt deutsches Recht ohne das UN-Kaufrecht. Zwingende Vorschriften des Staates, in dem ein Verbraucher seinen gewöhnlichen Aufenthalt hat, bleiben unberührt.',
      'Ist der Kunde Kaufmann, juristische Person des öffentlichen Rechts oder öffentlich-rechtliches Sondervermögen, sind Erfüllungsort und Gerichtsstand unser Sitz.',
      'Diese Fassung gilt seit November 2026. Gegenüber der Fassung vom Juli 2025 nennt sie zusätzlich die Schaltfläche „Vertrag widerrufen“, über die Verbraucher seit dem 19. Juni 2026 online widerrufen können (§\u00a0356a BGB).',
      'Ist eine Bestimmung unwirksam, bleibt der Vertrag im Übrigen wirksam; an ihre Stelle treten die gesetzlichen Vorschriften.',
    ],
  },
]
