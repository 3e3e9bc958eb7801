import { expect } from 'vitest'
import { eventually } from '#tests/eventually.ts'
import type { Tab } from '#tests/browsers/driver/tab.ts'
import { type Visit, journeys } from '#tests/browsers/support/journey.ts'
import {
  button,
  expectText,
  expectUrl,
  fillDwelling,
  fillPerson,
  messagesOf,
  next,
  openPage,
  orderButton,
  orderOf,
  runIdOf,
  tickAll,
  valueOf,
  walkTo,
} from '#tests/browsers/support/site.ts'

const slug = '/rundfunkbeitrag-anmelden'

interface CountingPage extends Window {
  restored?: number
}

/** Lets the page count how often the browser restores it from the back/forward cache. A page loaded anew has no count. */
const countRestores = (tab: Tab) =>
  tab.run(() => {
    const page = window as CountingPage
    page.restored = 0
    page.addEventListener('pageshow', ({ persisted }) => persisted && page.restored!++)
  })

const expectRestored = (tab: Tab, times: number) =>
  eventually(async () => expect(await tab.run(() => (window as CountingPage).restored)).toBe(times))

const eventsOf = (visit: Visit, runId: string) =>
  messagesOf(visit, runId).map(({ meta }) => `${meta.event} ${meta.step}`)

/** Waits until the service has forwarded exactly these events of a run. */
const expectEvents = (visit: Visit, runId: string, events: readonly string[]) =>
  eventually(() => expect(eventsOf(visit, runId)).toEqual(events), 30_000)

journeys('page cache', (journey) => {
  journey('a restored step keeps its values, goes on and reports each event once', async (visit) => {
    const { tab, front } = visit
    await openPage(visit, `${slug}/step-1`)
    const runId = await runIdOf(tab)
    await fillPerson(tab)
    await tab.click(next)
    await expectText(tab, 'Schritt 2 von 4')
    await expectEvents(visit, runId, ['start 1', 'step 1'])
    await tab.type('//*[@id="feld-adresse-strasse"]', 'Nebenweg')
    await countRestores(tab)
    await tab.open(`${front.url}/impressum`)
    await expectText(tab, 'Impressum')
    await expectEvents(visit, runId, ['start 1', 'step 1', 'abandon 2'])
    await tab.back()
    await expectRestored(tab, 1)
    expect(await valueOf(tab, 'adresse-strasse')).toBe('Nebenweg')
    await tab.forward()
    await expectText(tab, 'Impressum')
    await tab.back()
    await expectRestored(tab, 2)
    await fillDwelling(tab)
    await tab.click(next)
    await expectText(tab, 'Schritt 3 von 4')
    await expectEvents(visit, runId, ['start 1', 'step 1', 'abandon 2', 'step 2'])
  })

  journey('going back from the payment page shows the order, and it is ordered once', async (visit) => {
    const { tab } = visit
    await openPage(visit, `${slug}/step-1`)
    const runId = await runIdOf(tab)
    await walkTo(tab, 4)
    await tickAll(tab)
    await tab.click(orderButton)
    await expectUrl(tab, /\/testzahlung\?/)
    await tab.back()
    await expectText(tab, 'Ihr Auftrag ist eingegangen')
    await tab.forward()
    await expectText(tab, 'Testzahlung abschließen')
    await tab.back()
    await expectText(tab, 'Ihr Auftrag ist eingegangen')
    await tab.click(button('Neuen Antrag beginnen'))
    await expectText(tab, 'Schritt 1 von 4')
    await eventually(async () => expect(await runIdOf(tab)).not.toBe(runId))
    const newRunId = await runIdOf(tab)
    await eventually(() =>
      expect(messagesOf(visit, newRunId).map(({ meta }) => meta.event)).toEqual(['start']),
    )
    await orderOf(visit, runId)
    const events = eventsOf(visit, runId)
    expect(events).toEqual([...new Set(events)])
  })

  journey('an order that was left in flight can be repeated and is stored once', async (visit) => {
    const { tab, front } = visit
    await openPage(visit, `${slug}/step-1`)
    const runId = await runIdOf(tab)
    await walkTo(tab, 4)
    await tickAll(tab)
    front.faultOf = (path) => (path === '/api/events' ? 'hang' : undefined)
    await tab.click(orderButton)
    await expectText(tab, 'Wird verarbeitet')
    await tab.open(`${front.url}/impressum`)
    front.faultOf = () => undefined
    await tab.back()
    await expectText(tab, 'Schritt 4 von 4')
    await eventually(async () => expect(await expectText(tab, 'Schritt 4')).not.toContain('Wird verarbeitet'))
    await tab.click(orderButton)
    await expectUrl(tab, /\/testzahlung\?/)
    await orderOf(visit, runId)
  })
})
