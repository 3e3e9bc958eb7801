import { expect, test } from 'vitest'
import { trackingParameters } from '#domain/events/wire-events.ts'
import { entryTouch } from '#web/features/attribution/entry-touch.ts'
import { keptQuery } from '#domain/site/links/kept-query.ts'

const at = new Date('2026-11-20T10:00:00.000Z')

test('a touch contains all ten parameters of the entry page', () => {
  const query = new URLSearchParams(trackingParameters.map((name) => [name, `wert von ${name}`]))
  const touch = entryTouch(`?${query}&other=x`, at)
  expect(touch).toEqual({
    at: at.toISOString(),
    ...Object.fromEntries(trackingParameters.map((name) => [name, `wert von ${name}`])),
  })
})

test('a URL without a campaign yields no touch, and long values are truncated', () => {
  expect(entryTouch('?x=1&utm_source=&gclid=%20', at)).toBeUndefined()
  expect(entryTouch(`?utm_source=${'a'.repeat(5000)}`, at)?.utm_source).toHaveLength(500)
})

test('internal links pass on only utm_*, gclid and fbclid', () => {
  expect(keptQuery('?utm_source=a%20b&step=2&gclid=c&fbclid=d&ttclid=e&utm_x=f')).toBe(
    '?utm_source=a+b&gclid=c&fbclid=d&utm_x=f',
  )
  expect(keptQuery('?step=2')).toBe('')
})
