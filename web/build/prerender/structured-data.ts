import { price } from '#domain/funnels/price.ts'
import { faq } from '#web/features/site/content/faq.ts'
import { services } from '#web/features/site/content/services.ts'
import { templateOrigin } from './page-template.ts'

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
        offers: {
          '@type': 'Offer',
          price: (price.premium / 100).toFixed(2),
          priceCurrency: 'EUR',
          url: `${templateOrigin}/rundfunkbeitrag-auswahl`,
        },
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
