import { price } from '#domain/funnels/price.ts'
import { faq } from '#web/features/site/content/faq.ts'
import { services } from '#web/features/site/content/services.ts'
import { templateOrigin } from './page-template.ts'

function offer(name: string, cents: number) {
  return {
    '@type': 'Offer',
    name,
    price: (cents / 100).toFixed(2),
    priceCurrency: 'EUR',
    url: `${templateOrigin}/rundfunkbeitrag-auswahl`,
  }
}

/** Returns the schema.org data of the landing page. It contains nothing that the page does not show. */
export function landingData(): object {
  const organization = { '@type': 'Organization', '@id': `${templateOrigin}/#organization` }
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        ...organization,
        name: 'Formlotse',
        url: `${templateOrigin}/`,
        logo: `${templateOrigin}/favicon.svg`,
        contactPoint: {
          '@type': 'ContactPoint',
          contactType: 'customer support',
          url: `${templateOrigin}/kontakt`,
          availableLanguage: 'de',
        },
      },
      {
        '@type': 'Service',
        name: 'Anträge zum Rundfunkbeitrag vorbereiten und weiterleiten',
        serviceType: services.map(({ title }) => title),
        areaServed: { '@type': 'Country', name: 'Deutschland' },
        provider: { '@id': organization['@id'] },
        // The service leaves out the second offer if it is not configured, because its description is then empty.
        offers: [offer('Premium', price.premium), { ...offer('VIP', price.vip), description: '{vip}' }],
      },
      {
        '@type': 'FAQPage',
        mainEntity: faq.map(({ question, answer }) => ({
          '@type': 'Question',
          name: question,
          acceptedAnswer: { '@type': 'Answer', text: answer.replaceAll('**', '') },
        })),
      },
    ],
  }
}
