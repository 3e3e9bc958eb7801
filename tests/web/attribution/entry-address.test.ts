import { expect, test } from 'vitest'
import { trackingParameters } from '#domain/events.ts'
import { entryTouch } from '#web/attribution/entry-touch.ts'
import { keptQuery } from '#domain/links/kept-query.ts'

const at = new Date('2026-11-20T10:00:00.000Z')

test('all ten parameters of the entry page make a touch', () => {
  const query = new URLSearchParams(trackingParameters.map((name) => [name, `wert von ${name}`]))
  const touch = entryTouch(`?${query}&other=x`, at)
  expect(touch).toEqual({
    at: at.toISOString(),
    ...Object.fromEntries(trackingParameters.map((name) => [name, `wert von ${name}`])),
  })
})

test('an address without a campaign is no touch, and a long value is cut', () => {
  expect(entryTouch('?x=1&utm_source=&gclid=%20', at)).toBeUndefined()
  expect(entryTouch(`?utm_source=${'a'.repeat(5000)}`, at)?.utm_source).toHaveLength(200)
})

test('from page to page only utm_*, gclid and fbclid are kept', () => {
  expect(keptQuery('?utm_source=a%20b&step=2&gclid=c&fbclid=d&ttclid=e&utm_x=f')).toBe(
    '?utm_source=a+b&gclid=c&fbclid=d&utm_x=f',
  )
  expect(keptQuery('?step=2')).toBe('')
})
