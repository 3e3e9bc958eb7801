import { expect, test } from 'vitest'
import { price } from '#domain/price.ts'
import { funnels } from '#domain/funnels/index.ts'
import { benefits, sampleReviews } from '#web/site/content/claims.ts'
import { faq } from '#web/site/content/faq.ts'
import { serviceDetails } from '#web/site/content/service-details.ts'
import { services } from '#web/site/content/services.ts'
import { serviceLink } from '#web/site/site-links.ts'

test('every service is a funnel, under its address, and every funnel is offered', () => {
  expect(services.map(({ id, route }) => [id, route])).toEqual(
    funnels.map(({ type, slug }) => [type, `/${slug}`]),
  )
  for (const service of services) {
    const { steps, price: ofFunnel } = funnels.find(({ type }) => type === service.id)!
    expect(serviceLink(service, '')).toContain(`/${steps[0]!.name}?`)
    // The pages name one price for all.
    expect(ofFunnel).toEqual(price)
  }
})

test('each says when it fits, with examples, and when another way is better', () => {
  for (const { id } of services) {
    const { fitsWhen, examples, otherwise } = serviceDetails[id]
    expect(fitsWhen.length).toBeGreaterThanOrEqual(2)
    expect(examples.length).toBeGreaterThanOrEqual(2)
    expect(otherwise).toMatch(/„|kostenlos/)
  }
})

test('one of them is liked best, nine questions are answered, and four benefits named', () => {
  expect(services.flatMap(({ id, badge }) => (badge ? [[id, badge]] : []))).toEqual([
    ['aenderung', 'Beliebt'],
  ])
  expect(faq).toHaveLength(9)
  expect(benefits).toHaveLength(4)
  // Three fit beside each other; with fewer there would be nothing to turn.
  expect(sampleReviews.length).toBeGreaterThan(3)
})

test('every emphasis is closed again', () => {
  for (const { question, answer } of faq) {
    expect(answer.split('**').length % 2, question).toBe(1)
    expect(answer).toContain('**')
  }
})
