import { legalStatus } from '#web/features/site/content/legal-status.ts'
import type { ReactNode } from 'react'
import { Words } from '#web/features/settings/words.tsx'
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
        'Wir erstellen aus Ihren Angaben einen Antrag zum Rundfunkbeitrag (Anmeldung, Anmeldung einer zusätzlichen Wohnung, Mitteilung einer Änderung oder Abmeldung), senden ihn Ihnen nach der Zahlung als PDF per E-Mail und geben ihn in Ihrem Auftrag als Brief an den Beitragsservice zur Post. Produktkennung: GEZ-2025-001.',
        <>
          Wir sind ein unabhängiger, kostenpflichtiger Dienst und mit den Rundfunkanstalten und dem
          Beitragsservice nicht verbunden. Dieselben Anträge können Sie dort selbst und kostenlos stellen:{' '}
          <OutsideLink href="https://www.rundfunkbeitrag.de/">www.rundfunkbeitrag.de</OutsideLink>.
        </>,
        'Wir schulden die Vorbereitung und Weiterleitung des Antrags, nicht die Entscheidung des Beitragsservice. Rechtsberatung leisten wir nicht. Können wir einen Brief nicht zur Post geben, erstatten wir den gezahlten Preis vollständig.',
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
              'als Verbraucher: dass Sie die Widerrufsbelehrung zur Kenntnis genommen haben, dem sofortigen Beginn der Leistung vor Ablauf der Widerrufsfrist zustimmen und wissen, dass Ihr Widerrufsrecht mit der vollständigen Ausführung erlischt,',
              'dass Ihre Angaben richtig sind und Sie zu ihnen berechtigt sind,',
              'dass wir den Antrag in Ihrem Auftrag mit Ihrem Namen unterzeichnen und,',
              'wenn Sie Lastschrift wählen, das SEPA-Mandat für den Beitragsservice.',
            ]}
          />
        </>,
        'Mit dem Klick auf „Kostenpflichtig beauftragen“ geben Sie ein verbindliches Angebot zum hervorgehobenen Preis ab. Die automatische Bestellbestätigung, die wir sofort nach der Bestellung per E-Mail senden, ist unsere Annahme; mit ihr ist der Vertrag geschlossen.',
        'Wir speichern den Vertragstext und senden ihn Ihnen mit der Bestätigung als PDF zu: Produktinformationen, diese Bedingungen und, wenn Sie Verbraucher sind, die Widerrufsbelehrung mit Muster-Formular. Vertragssprache ist Deutsch.',
      ],
    },
    {
      title: 'Preis und Zahlung',
      items: [
        <>
          Der Preis beträgt <Words of="price" />, jeweils einschließlich der gesetzlichen Mehrwertsteuer.{' '}
          <Words of="vip" /> Maßgeblich ist der Preis, der bei Vertragsschluss gilt. Weitere Kosten entstehen
          nicht.
        </>,
        <>
          Die Zahlung ist sofort nach der Bestellung fällig. <Words of="payment" /> Nach der Zahlung erhalten
          Sie eine elektronische Rechnung per E-Mail. Zahlen Sie nicht, erinnern wir Sie nach 24 Stunden
          einmal. Der Auftrag verfällt, wenn er <Words of="unpaid" /> lang nicht bezahlt wird; Sie schulden
          dann nichts.
        </>,
        'Geraten Sie in Verzug, gelten die gesetzlichen Vorschriften. Mit der Überwachung von Zahlungen und mit dem Einzug offener Forderungen können wir einen Dienstleister beauftragen.',
      ],
    },
  ]
}

const performance: readonly Clause[] = [
  {
    title: 'Ausführung',
    items: [
      'Die Ausführung beginnt automatisch, sobald Ihre Zahlung eingegangen ist: Sie erhalten per E-Mail den ausgefüllten Antrag als PDF und die Rechnung.',
      <>
        Danach können Sie <Words of="submitAfter" /> lang Ihre Angaben auf der Seite Ihres Auftrags ansehen
        und ändern; der Link dorthin steht in unseren E-Mails zu Ihrem Auftrag. Anliegen, Grund oder Art der
        Änderung, Servicestufe, Firma und Rechnungsanschrift lassen sich nicht ändern. Nach Ablauf dieser Zeit
        geht der Antrag mit Ihren Nachweisen in den Postversand.
      </>,
      'Die Leistung ist vollständig erbracht, sobald der Antrag an den Beitragsservice abgesendet ist. Sie erhalten per E-Mail eine Bestätigung der Übermittlung mit dem Datum.',
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
      'Mit Ihrer Erklärung ruht der Auftrag, und wir halten einen noch nicht versandten Brief zurück, soweit das noch möglich ist. Ist der Brief schon versandt, ist die Frist abgelaufen oder haben Sie als Unternehmer bestellt, prüfen wir Ihre Erklärung und schreiben Ihnen.',
      'Nach einem wirksamen Widerruf erstatten wir den gezahlten Preis vollständig, binnen 14 Tagen ab Eingang der Erklärung und über das ursprüngliche Zahlungsmittel. Einen Wertersatz für einen bis dahin erbrachten Teil der Leistung ziehen wir nicht ab.',
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
      'Diese Fassung gilt seit November 2026. Gegenüber der Fassung vom Juli 2025 nennt sie zusätzlich die Schaltfläche „Vertrag widerrufen“, über die Verbraucher seit dem 19. Juni 2026 online widerrufen können (§\u00a0356a BGB), und regelt Zahlung, Ablauf, Änderung von Angaben, Versand und Erstattung genauer.',
      'Ist eine Bestimmung unwirksam, bleibt der Vertrag im Übrigen wirksam; an ihre Stelle treten die gesetzlichen Vorschriften.',
    ],
  },
]
