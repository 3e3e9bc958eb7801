import { expect, test } from 'vitest'
import { entryTouch } from '#web/features/attribution/entry-touch.ts'
import { internalQuery } from '#domain/site/links/internal-link.ts'

const at = new Date('2026-11-20T10:00:00.000Z')
const toForm = { campaign: 'anmeldung', content: 'persoenliche-daten', term: 'step-1' }
const ofForm =
  '?utm_source=internal&utm_medium=funnel&utm_campaign=anmeldung&utm_content=persoenliche-daten&utm_term=step-1'

test.each([
  ['a visit without a campaign', '?x=1', ofForm],
  ['a click id alone', '?gclid=klick&ttclid=y', `${ofForm}&gclid=klick`],
  ['an incomplete campaign', '?utm_campaign=herbst&fbclid=f', '?utm_campaign=herbst&fbclid=f'],
  [
    'an earlier internal link',
    '?utm_source=internal&utm_medium=funnel&utm_campaign=funnel-start&utm_content=auswahl&utm_term=step-0&gclid=klick',
    `${ofForm}&gclid=klick`,
  ],
])('%s: a link to the form has the expected query', (_, search, expected) => {
  expect(internalQuery(search, toForm)).toBe(expected)
})

test('reloading a page reached by an internal link is not a touch, unless it has a click id', () => {
  expect(entryTouch(ofForm, at)).toBeUndefined()
  expect(entryTouch(`${ofForm}&gclid=klick`, at)).toEqual({ at: at.toISOString(), gclid: 'klick' })
  expect(entryTouch('?utm_source=internal&utm_medium=mail', at)).toMatchObject({ utm_source: 'internal' })
})
