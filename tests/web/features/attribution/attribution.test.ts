import { expect, test } from 'vitest'
import type { AdPlatform, WireTouch } from '#domain/events/wire-events.ts'
import { createAttribution } from '#web/features/attribution/attribution.ts'
import { entryTouch } from '#web/features/attribution/entry-touch.ts'
import { sessionKey, touchesKey } from '#web/features/attribution/kept-visit.ts'
import { consentKey, createConsent } from '#web/features/consent/consent.ts'

const start = Date.parse('2026-11-20T10:00:00.000Z')
const day = 24 * 3600 * 1000
const run = { id: '0197a000-0000-4000-8000-000000000001', startedAt: start }
const ids = [1, 2, 3].map((digit) => `0197a000-0000-4000-8000-00000000010${digit}`)

/** Simulates a browser that has persistent storage and separate storage for each tab. */
function openBrowser() {
  let at = start
  let platforms: AdPlatform[] = []
  let made = 0
  const lasting = memory()
  let tab = memory()
  function load(search: string) {
    const consent = createConsent(
      () => lasting,
      () => at,
      () => platforms,
    )
    const touch = entryTouch(search, new Date(at))
    const storage = { session: () => tab, lasting: () => lasting }
    const attribution = createAttribution({
      consent,
      storage,
      touch,
      now: () => at,
      newId: () => ids[made++]!,
    })
    const context = () => attribution.context(run)
    const sources = () => context().attribution?.touches?.map((one) => one.utm_source ?? 'click') ?? []
    return { consent, attribution, context, sources }
  }
  return {
    load,
    lasting,
    tab: () => tab,
    newTab: () => void (tab = memory()),
    name: (named: AdPlatform[]) => void (platforms = named),
    advance: (ms: number) => void (at += ms),
    keys: () => [...lasting.keys(), ...tab.keys()],
  }
}

function memory() {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
    keys: () => items.keys(),
  }
}

test('before a choice nothing is stored, the run id is the session id, and the campaign of the URL counts', () => {
  const browser = openBrowser()
  const { context, consent } = browser.load('?utm_source=google&ttclid=x')
  expect(consent.state()).toEqual({ choice: undefined, dialogOpen: true })
  const touch = { at: new Date(start).toISOString(), utm_source: 'google', ttclid: 'x' }
  expect(context()).toEqual({
    sessionId: run.id,
    sessionStartedAt: new Date(start).toISOString(),
    consent: 'none',
    attribution: { first: touch, last: touch, touches: [touch] },
  })
  consent.dismiss()
  expect(browser.keys()).toEqual([])
  expect(browser.load('').context().attribution).toBeUndefined()
})

test('consent stores the touch, and later visits without parameters use it for 7 days', () => {
  const browser = openBrowser()
  const first = browser.load('?utm_source=google&gclid=a')
  first.consent.choose('marketing')
  expect(browser.keys()).toEqual([consentKey, touchesKey, sessionKey])
  expect(first.context()).toMatchObject({ sessionId: ids[0], consent: 'marketing' })
  browser.newTab()
  browser.advance(6 * day)
  const second = browser.load('')
  expect(second.context()).toMatchObject({ sessionId: ids[1], attribution: { first: { gclid: 'a' } } })
  browser.newTab()
  browser.advance(day + 1)
  expect(browser.load('').context().attribution).toBeUndefined()
  expect(browser.lasting.getItem(touchesKey)).toBeNull()
})

test('each campaign adds a touch, but reloads and direct visits do not', () => {
  const browser = openBrowser()
  browser.load('?utm_source=tiktok&ttclid=a').consent.choose('marketing')
  browser.advance(1000)
  // Links within the site pass on utm_source but not ttclid. A reload after such a link therefore has no ttclid, but it
  // is not a new touch.
  expect(browser.load('?utm_source=tiktok').sources()).toEqual(['tiktok'])
  expect(browser.load('?utm_source=internal&utm_medium=funnel').sources()).toEqual(['tiktok'])
  browser.newTab()
  browser.advance(day)
  expect(browser.load('?utm_source=google').sources()).toEqual(['tiktok', 'google'])
  browser.advance(1000)
  const last = browser.load('?gclid=b')
  expect(last.sources()).toEqual(['tiktok', 'google', 'click'])
  expect(last.context().attribution).toMatchObject({ first: { ttclid: 'a' }, last: { gclid: 'b' } })
})

test('of more than ten touches, the first one and the newest nine are kept', () => {
  const browser = openBrowser()
  browser.load('?utm_source=s0').consent.choose('marketing')
  for (let visit = 1; visit <= 12; visit += 1) {
    browser.advance(1000)
    browser.load(`?utm_source=s${visit}`)
  }
  const expected = ['s0', 's4', 's5', 's6', 's7', 's8', 's9', 's10', 's11', 's12']
  expect(browser.load('').sources()).toEqual(expected)
})

test('withdrawing consent deletes stored data and ends the session', () => {
  const browser = openBrowser()
  browser.load('?utm_source=google').consent.choose('marketing')
  browser.advance(1000)
  const visit = browser.load('?utm_source=bing')
  expect(visit.sources()).toEqual(['google', 'bing'])
  visit.consent.openDialog()
  expect(visit.consent.state()).toEqual({ choice: 'marketing', dialogOpen: true })
  visit.consent.choose('none')
  expect(browser.keys()).toEqual([consentKey])
  // The touch in the URL of the current page is reported even without consent.
  expect(visit.context()).toMatchObject({ sessionId: run.id, consent: 'none' })
  expect(visit.sources()).toEqual(['bing'])
  expect(browser.load('').consent.state()).toEqual({ choice: 'none', dialogOpen: false })
})

test('consent to an earlier version is invalid: stored data is deleted and the visitor is asked again', () => {
  for (const kept of [
    '{',
    'null',
    '[]',
    '{"version":0,"choice":"marketing"}',
    '{"version":1,"choice":"marketing"}',
    '{"version":2,"choice":"all"}',
    '{"choice":"none"}',
  ]) {
    const browser = openBrowser()
    browser.load('?utm_source=google').consent.choose('marketing')
    browser.lasting.setItem(consentKey, kept)
    const { consent, context } = browser.load('')
    expect(consent.state()).toEqual({ choice: undefined, dialogOpen: true })
    expect(context().consent).toBe('none')
    expect(browser.keys()).toEqual([consentKey])
  }
})

test('a refusal of an earlier version remains valid', () => {
  const browser = openBrowser()
  browser.lasting.setItem(consentKey, '{"version":1,"choice":"none"}')
  expect(browser.load('').consent.state()).toEqual({ choice: 'none', dialogOpen: false })
})

test('a choice in one tab takes effect in other tabs', () => {
  const browser = openBrowser()
  const here = browser.load('?utm_source=google')
  const there = browser.load('')
  there.consent.reread()
  expect(there.consent.state()).toEqual({ choice: undefined, dialogOpen: true })
  here.consent.choose('marketing')
  there.consent.reread()
  expect(there.consent.state()).toEqual({ choice: 'marketing', dialogOpen: false })
  expect(there.context().consent).toBe('marketing')
  here.consent.choose('none')
  there.consent.reread()
  expect(there.context()).toMatchObject({ consent: 'none', sessionId: run.id })
  expect(there.sources()).toEqual([])
  expect(browser.keys()).toEqual([consentKey])
})

test.each([
  '{',
  'null',
  '7',
  '{"version":2}',
  '{"version":1,"touches":7}',
  '{"version":1,"id":"x","startedAt":"y","touches":[null,7,{},{"at":"gestern","utm_source":"a"},{"at":"2026-11-20T09:00:00.000Z"}]}',
  '{"version":1,"touches":[{"at":"2036-11-20T09:00:00.000Z","utm_source":"a"}]}',
])('invalid stored content is ignored: %s', (text) => {
  const browser = openBrowser()
  browser.load('').consent.choose('marketing')
  browser.lasting.setItem(touchesKey, text)
  browser.tab().setItem(sessionKey, text)
  const visit = browser.load('?utm_source=google')
  expect(visit.sources()).toEqual(['google'])
  const touches = visit.context().attribution?.touches as WireTouch[]
  expect(Object.keys(touches[0]!)).toEqual(['at', 'utm_source'])
})

const refuse = () => {
  throw new DOMException('blocked', 'SecurityError')
}

test('with blocked storage the choice applies to the current page', () => {
  const consent = createConsent(refuse, () => start)
  const touch = entryTouch('?utm_source=google', new Date(start))
  const storage = { session: refuse, lasting: refuse }
  const attribution = createAttribution({ consent, storage, touch, now: () => start, newId: () => ids[0]! })
  consent.choose('marketing')
  expect(attribution.context(run)).toMatchObject({ sessionId: ids[0], consent: 'marketing' })
  attribution.reset()
  expect(attribution.context(run)).toMatchObject({ sessionId: run.id, attribution: { last: touch } })
})

test('a consent applies to the ad platforms that the dialog named, and is asked for again if there are more', () => {
  const browser = openBrowser()
  const before = browser.load('')
  before.consent.choose('marketing')
  expect(before.context()).not.toHaveProperty('consentPlatforms')

  browser.name(['google'])
  const asked = browser.load('')
  expect(asked.consent.state()).toEqual({ choice: undefined, dialogOpen: true })
  expect(asked.context()).toMatchObject({ consent: 'none' })
  asked.consent.choose('marketing')
  expect(asked.context()).toMatchObject({ consent: 'marketing', consentPlatforms: ['google'] })
  expect(browser.load('').consent.state().choice).toBe('marketing')

  browser.name(['google', 'microsoft'])
  const more = browser.load('')
  expect(more.consent.state().dialogOpen).toBe(true)
  more.consent.choose('none')
  expect(more.context()).not.toHaveProperty('consentPlatforms')
  // A refusal covers everything, and fewer platforms are covered as well.
  browser.name(['microsoft'])
  expect(browser.load('').consent.state()).toEqual({ choice: 'none', dialogOpen: false })
})
