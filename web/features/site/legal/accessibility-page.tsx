import { LegalPage } from './legal-page.tsx'
import { MailLink } from '#web/features/site/provider/mail-link.tsx'
import { Bullets, SiteLink } from './prose.tsx'
import { supportPromise } from '#domain/site/support-hours.ts'
import type { ProviderText } from '#domain/site/provider-text.ts'

export function Component() {
  return <LegalPage text={accessibility} />
}

function accessibility({ email }: ProviderText) {
  return {
    title: 'Erklärung zur Barrierefreiheit',
    lead: 'Informationen nach §\u00a014 und Anlage 3 des Barrierefreiheitsstärkungsgesetzes (BFSG).',
    sections: [
      {
        id: 'dienst',
        title: 'Der Dienst',
        body: (
          <p>
            Über Formlotse bestellen Sie online die Vorbereitung und Weiterleitung eines Antrags zum
            Rundfunkbeitrag. Sie füllen ein Formular in vier Schritten aus, prüfen Ihre Angaben und bestellen.
            Was die Leistung umfasst, steht in den{' '}
            <SiteLink to="/produktinformationen">Produktinformationen</SiteLink>.
          </p>
        ),
      },
      {
        id: 'stand',
        title: 'Wie wir die Anforderungen erfüllen',
        body: (
          <>
            <p>
              Maßstab sind die Europäische Norm EN 301 549 und die Web Content Accessibility Guidelines (WCAG)
              2.2, Stufe AA. Dazu gehört:
            </p>
            <Bullets
              items={[
                'Alles ist mit der Tastatur bedienbar, der Fokus immer sichtbar.',
                'Felder, Hinweise und Fehler sind mit ihren Beschriftungen verbunden und werden vorgelesen; eine Übersicht führt zu jeder fehlerhaften Angabe.',
                'Texte und Bedienelemente haben ausreichenden Kontrast und lassen sich auf 400 % vergrößern.',
                'Bewegungen werden zurückgenommen, wenn Ihr Gerät das so vorgibt. Fehlermeldungen bleiben stehen.',
                'Beim Ausfüllen gibt es kein Zeitlimit; auf der Auftragsseite fragen wir nach einer Stunde noch einmal nach Postleitzahl oder Geburtsdatum.',
                'Es gibt keine Bilderrätsel und kein Benutzerkonto.',
                'Antrag, Auftragsbestätigung und Rechnung erhalten Sie als PDF-Dateien, deren Text ein Vorleseprogramm liest; Antrag und Bestätigung folgen der Norm PDF/UA-1.',
              ]}
            />
            <p>
              Wir prüfen die Seiten automatisch bei jeder Änderung und mit Tastaturbedienung. Die Bewertung
              ist eine Selbstbewertung.
            </p>
          </>
        ),
      },
      {
        id: 'grenzen',
        title: 'Grenzen',
        body: (
          <p>
            Die Seite des externen Zahlungsanbieters stammt nicht von uns. Wenn Sie dort auf ein Hindernis
            stoßen, helfen wir Ihnen über den Support weiter.
          </p>
        ),
      },
      {
        id: 'rueckmeldung',
        title: 'Hindernis melden',
        body: (
          <p>
            Sind Sie auf eine Barriere gestoßen? Schreiben Sie uns über das{' '}
            <SiteLink to="/kontakt">Kontaktformular</SiteLink> oder an <MailLink address={email} />.{' '}
            {supportPromise} Zuständig für die Überwachung ist die Marktüberwachungsstelle der Länder für die
            Barrierefreiheit von Produkten und Dienstleistungen (MLBF).
          </p>
        ),
      },
    ],
  }
}
