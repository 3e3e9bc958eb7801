import { describe, expect, test } from 'vitest'
import { abmeldung } from '#domain/funnels/abmeldung.ts'
import { aenderung } from '#domain/funnels/aenderung.ts'
import { anmeldung } from '#domain/funnels/anmeldung.ts'
import type { FieldValues } from '#domain/forms/define-field.ts'
import type { Funnel } from '#domain/forms/define-funnel.ts'
import { berlinDate } from '#domain/time/berlin-time.ts'
import { anmeldungForm, noon } from '#tests/build-events.ts'
import { allCases } from '#tests/funnel-cases/all-cases.ts'
import { RunStore } from '#web/features/funnel/run/run-store.ts'
import { hasEntries, initialValues } from '#web/features/funnel/form/form-state.ts'
import { memoryArea } from './memory-storage.ts'

const pages = { agb: 'a1', produktinformationen: 'p1', widerrufsbelehrung: 'w1' }
const order = { id: 'order', number: 'FL-1', checkoutUrl: '/checkout/anmeldung?order=order' }

/** Returns a function that opens the funnel in another tab of the same browser, or again in the tab with this session. */
function browser(funnel: Funnel) {
  const lasting = memoryArea()
  return (session = memoryArea(), shown = pages) =>
    new RunStore(funnel, { storage: { lasting, session }, now: () => noon, pages: shown })
}

function enter(store: RunStore, values: Record<string, unknown>): string[] {
  const cleared = store.enter({ ...store.draft().answers, ...values })
  store.flush()
  return cleared
}

function twoTabs() {
  const open = browser(anmeldung)
  const first = open()
  enter(first, { vorname: 'Anna', nachname: 'Alt' })
  first.keep({ started: true })
  return { open, first, second: open() }
}

describe('two tabs of a run', () => {
  test('do not disturb each other while neither changes a value', () => {
    const { first, second } = twoTabs()
    second.visit(2)
    first.visit(1)
    enter(second, {})
    expect([first.isCurrent(), second.isCurrent()]).toEqual([true, true])
  })

  test('the outdated tab saves nothing until its visitor decides', () => {
    const { open, first, second } = twoTabs()
    enter(second, { nachname: 'Neu' })
    enter(first, { vorname: 'Berta' })
    expect(first.conflict()).toEqual({ kind: 'changed' })
    expect(open().draft().answers).toMatchObject({ vorname: 'Anna', nachname: 'Neu' })
    expect(second.isCurrent()).toBe(true)
  })

  test('the outdated tab asks again each time it is about to send something', () => {
    const { first, second } = twoTabs()
    enter(second, { nachname: 'Neu' })
    expect(first.requireCurrent()).toBe(false)
    const asked = first.conflict()
    expect(first.requireCurrent()).toBe(false)
    expect(first.conflict()).not.toBe(asked)
  })

  test('loading takes the values of the other tab and keeps what only this tab has', () => {
    const { first, second } = twoTabs()
    enter(first, { iban: 'DE89370400440532013000' })
    enter(second, { nachname: 'Neu' })
    expect(first.isCurrent()).toBe(false)
    first.load()
    expect(first.draft().answers).toMatchObject({ nachname: 'Neu', iban: 'DE89370400440532013000' })
    expect(first.isCurrent()).toBe(true)
  })

  test('keeping the values of this tab makes the other tab the outdated one', () => {
    const { open, first, second } = twoTabs()
    enter(second, { nachname: 'Neu' })
    enter(first, { vorname: 'Berta' })
    first.overwrite()
    expect(open().draft().answers).toMatchObject({ vorname: 'Berta', nachname: 'Alt' })
    expect(first.isCurrent()).toBe(true)
    expect(second.requireCurrent()).toBe(false)
  })

  test('a draft that the other tab deleted is not restored, and its values begin a new run', () => {
    const { open, first, second } = twoTabs()
    enter(first, { vorname: 'Berta' })
    const { runId } = first.draft()
    second.restart()
    enter(first, { vorname: 'Clara' })
    expect(first.conflict()).toEqual({ kind: 'ended' })
    first.overwrite()
    expect(first.draft()).toMatchObject({ answers: { vorname: 'Clara' }, started: false })
    expect(first.draft().runId).not.toBe(runId)
    expect(open().draft().runId).toBe(first.draft().runId)
  })

  test('an order of the other tab is shown as placed before, whatever this tab has decided', () => {
    const { first, second } = twoTabs()
    enter(second, { nachname: 'Neu' })
    expect(first.isCurrent()).toBe(false)
    second.keep({ order })
    first.overwrite()
    expect(first.draft().order).toEqual(order)
    expect(first.conflict()).toEqual({ kind: 'ordered' })
    expect(second.draft().answers).toMatchObject({ nachname: 'Neu' })
    expect(second.conflict()).toBeUndefined()
  })

  test('an order is stored even if the other tab has changed a value meanwhile', () => {
    const { open, first, second } = twoTabs()
    enter(second, { nachname: 'Neu' })
    first.keep({ order })
    expect(open().draft()).toMatchObject({ order, answers: { nachname: 'Neu' } })
  })
})

const consents = [
  'eigeneDaten',
  'datenschutz',
  'agbVerbraucher',
  'widerrufsrecht',
  'frueherAuftragsbeginn',
  'digitaleUnterschriftZustimmung',
  'widerruf',
  'kontoinhaberUnterschriftZustimmung',
]
const ticked = Object.fromEntries(consents.map((name) => [name, true]))
describe('a tick', () => {
  const holder = { abweichenderKontoinhaber: true, vornameLastschrift: 'Max', nachnameLastschrift: 'Muster' }
  test.each<[string, Funnel, FieldValues, Record<string, unknown>, string[]]>([
    ['stays while the name changes', anmeldung, {}, { vorname: 'Berta' }, []],
    ['is cleared with the account', anmeldung, {}, { iban: 'AT611904300234573201' }, ['widerruf']],
    [
      'is cleared with the holder of the account',
      anmeldung,
      holder,
      { nachnameLastschrift: 'Anders' },
      ['widerruf', 'kontoinhaberUnterschriftZustimmung'],
    ],
    ['is cleared if it is no longer asked for', anmeldung, {}, { zahlungsart: 'ueberweisung' }, ['widerruf']],
    [
      'is cleared with a text that depends on the customer',
      anmeldung,
      {},
      { unternehmer: true },
      ['agbVerbraucher', 'widerrufsrecht', 'frueherAuftragsbeginn'],
    ],
  ])('%s', (_, funnel, over, change, cleared) => {
    const store = browser(funnel)()
    const form = { ...anmeldungForm, ...ticked, ...over }
    const shown = consents.filter(
      (name) => name !== 'kontoinhaberUnterschriftZustimmung' || over['abweichenderKontoinhaber'] === true,
    )
    store.enter({ ...form, ...Object.fromEntries(consents.map((name) => [name, shown.includes(name)])) })
    expect(enter(store, change)).toEqual(cleared)
    const left = consents.filter((name) => store.draft().answers[name] === true)
    expect(left).toEqual(shown.filter((name) => !cleared.includes(name)))
    expect(Object.keys(store.draft().given).toSorted()).toEqual(shown.toSorted())
    const again = Object.fromEntries(cleared.map((name) => [name, true]))
    expect(enter(store, again)).toEqual([])
  })

  test.each([
    ['the type of change', aenderung, { changeType: 'name' }, { changeType: 'partner_verstorben' }],
    ['the reason', abmeldung, { abmeldegrund: 'mitbewohner' }, { abmeldegrund: 'verstorben' }],
  ])('of the declaration about the data is cleared with %s', (_, funnel, before, after) => {
    const store = browser(funnel)()
    enter(store, { ...before, eigeneDaten: true, datenschutz: true })
    expect(enter(store, after)).toEqual(['eigeneDaten'])
    // The text is again the one that the visitor had accepted, but the tick has been cleared since then.
    expect(enter(store, before)).toEqual([])
    expect(store.draft().answers).not.toHaveProperty('eigeneDaten')
    expect(store.draft().answers['datenschutz']).toBe(true)
  })

  test('survives a reload only if the legal pages are still the same', () => {
    const open = browser(anmeldung)
    const session = memoryArea()
    enter(open(session), { ...anmeldungForm, agbVerbraucher: true, widerrufsrecht: true, eigeneDaten: true })
    const ticks = (store: RunStore) => consents.filter((name) => store.draft().answers[name] === true)
    expect(ticks(open(session))).toEqual(consents.slice(0, 7))
    expect(ticks(open(session, { ...pages, agb: 'a2' }))).toEqual(
      consents.slice(0, 7).filter((name) => name !== 'agbVerbraucher'),
    )
  })
})

describe('an option that a link has preselected', () => {
  const link = { abmeldegrund: 'ausland' }

  test('does not count as an entry of the visitor, unlike the same option chosen by hand', () => {
    const store = browser(abmeldung)()
    expect(hasEntries(abmeldung, store.draft())).toBe(false)
    store.enter(initialValues(abmeldung, {}, berlinDate(noon)))
    store.preselect(link)
    expect(hasEntries(abmeldung, store.draft())).toBe(false)
    store.keep({ linked: {} })
    expect(hasEntries(abmeldung, store.draft())).toBe(true)
  })

  test('is the visitor’s own after a change, also if it is chosen again', () => {
    const open = browser(abmeldung)
    const store = open()
    store.preselect(link)
    store.flush()
    expect(open().draft().linked).toEqual(link)
    enter(store, { abmeldegrund: 'sonstige' })
    enter(store, link)
    expect(open().draft().linked).toEqual({})
  })
})

test('a complete order of the cases keeps all its ticks', () => {
  for (const { funnel, orders } of allCases(berlinDate(noon)))
    for (const { form } of orders) {
      const store = browser(funnel)()
      expect(enter(store, form as FieldValues)).toEqual([])
      expect(enter(store, {})).toEqual([])
    }
})
