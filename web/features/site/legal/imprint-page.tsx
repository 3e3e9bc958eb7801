import { type LegalSection, LegalPage } from './legal-page.tsx'
import { MailLink } from '#web/features/site/provider/mail-link.tsx'
import { Bullets, Entry, OutsideLink, PostalAddress, SiteLink } from './prose.tsx'
import { supportHours, supportPromise } from '#domain/site/support-hours.ts'
import type { ProviderText } from '#domain/site/provider-text.ts'

export function Component() {
  return <LegalPage text={imprint} />
}

function imprint(provider: ProviderText) {
  return {
    title: 'Impressum',
    lead: 'Angaben nach §\u00a05 des Digitale-Dienste-Gesetzes (DDG)',
    sections: [...aboutUs(provider), ...liability],
  }
}

function aboutUs(provider: ProviderText): LegalSection[] {
  return [
    { id: 'anbieter', title: 'Anbieter', body: <PostalAddress provider={provider} /> },
    {
      id: 'vertretung',
      title: 'Vertretung und Register',
      body: (
        <Bullets
          items={[
            <>
              Vertreten durch: <Entry>{provider.representative}</Entry>
            </>,
            <>
              Handelsregister: <Entry>{provider.register}</Entry>
            </>,
            <Entry key="taxId">{provider.taxId}</Entry>,
          ]}
        />
      ),
    },
    {
      id: 'kontakt',
      title: 'Kontakt',
      body: (
        <p>
          Am schnellsten erreichen Sie uns über das <SiteLink to="/kontakt">Kontaktformular</SiteLink> oder
          per E-Mail an <MailLink address={provider.email} />. {supportPromise} {supportHours}
        </p>
      ),
    },
    {
      id: 'unabhaengigkeit',
      title: 'Unabhängiger Dienst',
      body: (
        <p>
          Formlotse ist ein unabhängiger, kostenpflichtiger Dienst und steht in keiner Verbindung zum
          Beitragsservice von ARD, ZDF und Deutschlandradio oder zu den Rundfunkanstalten. Dieselben Anträge
          können Sie beim Beitragsservice selbst und kostenlos stellen:{' '}
          <OutsideLink href="https://www.rundfunkbeitrag.de/">www.rundfunkbeitrag.de</OutsideLink>.
        </p>
      ),
    },
    {
      id: 'streitbeilegung',
      title: 'Verbraucherstreitbeilegung',
      body: (
        <p>
          Wir sind nicht bereit und nicht verpflichtet, an Streitbeilegungsverfahren vor einer
          Verbraucherschlichtungsstelle teilzunehmen (§&nbsp;36 VSBG).
        </p>
      ),
    },
  ]
}

const liability: readonly LegalSection[] = [
  {
    id: 'haftung-inhalte',
    title: 'Haftung für Inhalte',
    body: (
      <p>
        Die Inhalte dieser Seiten erstellen wir mit größter Sorgfalt. Für eigene Inhalte sind wir nach den
        allgemeinen Gesetzen verantwortlich. Wir sind jedoch nicht verpflichtet, übermittelte oder
        gespeicherte fremde Informationen zu überwachen oder nach Umständen zu forschen, die auf eine
        rechtswidrige Tätigkeit hinweisen. Werden uns Rechtsverletzungen bekannt, entfernen wir die
        betreffenden Inhalte umgehend.
      </p>
    ),
  },
  {
    id: 'haftung-links',
    title: 'Haftung für Links',
    body: (
      <p>
        Unser Angebot enthält Links zu Seiten Dritter, auf deren Inhalte wir keinen Einfluss haben. Für sie
        ist stets der jeweilige Anbieter verantwortlich. Bei der Verlinkung haben wir die Seiten auf mögliche
        Rechtsverstöße geprüft. Werden uns Verstöße bekannt, entfernen wir solche Links umgehend.
      </p>
    ),
  },
  {
    id: 'urheberrecht',
    title: 'Urheberrecht',
    body: (
      <p>
        Texte, Gestaltung und Zeichnungen dieser Seiten unterliegen dem deutschen Urheberrecht.
        Vervielfältigung, Bearbeitung und Verbreitung außerhalb der Grenzen des Urheberrechts bedürfen unserer
        schriftlichen Zustimmung. Kopien für den privaten, nicht kommerziellen Gebrauch sind gestattet.
      </p>
    ),
  },
  {
    id: 'datenschutz',
    title: 'Datenschutz',
    body: (
      <p>
        Wie wir mit personenbezogenen Daten umgehen, steht in der{' '}
        <SiteLink to="/datenschutz">Datenschutzerklärung</SiteLink>.
      </p>
    ),
  },
]
