import { expect, test } from 'vitest'
import { price } from '#domain/funnels/price.ts'
import { funnels } from '#domain/funnels/index.ts'
import { benefits } from '#web/features/site/content/claims.ts'
import { faq } from '#web/features/site/content/faq.ts'
import { selectionFaq } from '#web/features/site/content/selection-faq.ts'
import { serviceDetails } from '#web/features/site/content/service-details.ts'
import { services } from '#web/features/site/content/services.ts'
import { serviceLink } from '#web/features/site/content/site-links.ts'

test('every service has a funnel at its URL, and every funnel is offered', () => {
  expect(services.map(({ id, route }) => [id, route])).toEqual(
    funnels.map(({ type, slug }) => [type, `/${slug}`]),
  )
  for (const service of services) {
    const { steps, price: ofFunnel } = funnels.find(({ type }) => type === service.id)!
    expect(serviceLink(service, '')).toContain(`/${steps[0]!.name}?`)
    // The pages state a single price for all services.
    expect(ofFunnel).toEqual(price)
  }
})

test('each service states when it fits, with examples, and when an alternative is better', () => {
  for (const { id } of services) {
    const { fitsWhen, examples, otherwise } = serviceDetails[id]
    expect(fitsWhen.length).toBeGreaterThanOrEqual(2)
    expect(examples.length).toBeGreaterThanOrEqual(2)
    expect(otherwise).toMatch(/„|kostenlos/)
  }
})

test('there is one most popular service, nine questions and four benefits', () => {
  expect(services.flatMap(({ id, badge }) => (badge ? [[id, badge]] : []))).toEqual([
    ['aenderung', 'Beliebt'],
  ])
  expect(faq).toHaveLength(9)
  expect(benefits).toHaveLength(4)
})

test('the selection page does not repeat the questions of the landing page', () => {
  const asked = new Set(faq.map(({ question }) => question))
  expect(selectionFaq.filter(({ question }) => asked.has(question))).toEqual([])
})

test('every FAQ answer has emphasis, and every emphasis marker is closed', () => {
  for (const { question, answer } of [...faq, ...selectionFaq]) {
    expect(answer.split('**').length % 2, question).toBe(1)
    expect(answer).toContain('**')
  }
})
