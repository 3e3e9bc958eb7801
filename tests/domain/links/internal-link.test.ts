import { expect, test } from 'vitest'
import { entryTouch } from '#web/attribution/entry-touch.ts'
import { internalQuery } from '#domain/links/internal-link.ts'

const at = new Date('2026-11-20T10:00:00.000Z')
const toForm = { campaign: 'anmeldung', content: 'persoenliche-daten', term: 'step-1' }
const ofForm =
  '?utm_source=internal&utm_medium=funnel&utm_campaign=anmeldung&utm_content=persoenliche-daten&utm_term=step-1'

test.each([
  ['who came without a campaign', '?x=1', ofForm],
  ['a click id alone', '?gclid=klick&ttclid=y', `${ofForm}&gclid=klick`],
  ['a campaign, however little it says', '?utm_campaign=herbst&fbclid=f', '?utm_campaign=herbst&fbclid=f'],
  [
    'an earlier link of ours',
    '?utm_source=internal&utm_medium=funnel&utm_campaign=funnel-start&utm_content=auswahl&utm_term=step-0&gclid=klick',
    `${ofForm}&gclid=klick`,
  ],
])('%s: a link to the form carries what belongs on it', (_, search, expected) => {
  expect(internalQuery(search, toForm)).toBe(expected)
})

test('a page that our own link led to is no touch when it is loaded anew, but its click id is', () => {
  expect(entryTouch(ofForm, at)).toBeUndefined()
  expect(entryTouch(`${ofForm}&gclid=klick`, at)).toEqual({ at: at.toISOString(), gclid: 'klick' })
  expect(entryTouch('?utm_source=internal&utm_medium=mail', at)).toMatchObject({ utm_source: 'internal' })
})
