import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'vitest'
import { eventually } from '#tests/eventually.ts'
import { pdfOf } from '#tests/service/uploads/files.ts'
import { privateFirefox } from '#tests/browsers/driver/firefox.ts'
import type { Tab } from '#tests/browsers/driver/tab.ts'
import { webkit } from '#tests/browsers/driver/webkit.ts'
import { journeys } from '#tests/browsers/support/journey.ts'
import {
  expectText,
  expectUrl,
  field,
  fillAddress,
  fillPerson,
  messagesOf,
  next,
  openPage,
  orderButton,
  orderOf,
  reload,
  runIdOf,
  tickAll,
  valueOf,
} from '#tests/browsers/support/site.ts'

interface WatchedPage extends Window {
  failures?: string[]
}

/** Lets the page record its uncaught errors. */
const watchFailures = (tab: Tab) =>
  tab.run(() => {
    const failures: string[] = []
    ;(window as WatchedPage).failures = failures
    window.addEventListener('error', ({ message }) => failures.push(message))
    window.addEventListener('unhandledrejection', ({ reason }) => failures.push(String(reason)))
  })

const expectNoFailures = async (tab: Tab) =>
  expect(await tab.run(() => (window as WatchedPage).failures)).toEqual([])

journeys(
  'private window',
  (journey) =>
    journey('the draft, a proof and an unsent e-mail address outlive a reload', async (visit) => {
      const { tab, front } = visit
      await openPage(visit, '/rundfunkbeitrag-zusatzwohnung/step-1')
      await watchFailures(tab)
      const runId = await runIdOf(tab, 'zusaetzlich')
      await fillPerson(tab)
      await fillAddress(tab, 'adresse')
      await tab.type(field('beitragsnummer'), '123456789')
      await tab.click(next)
      await expectText(tab, 'Schritt 2 von 4')
      await fillAddress(tab, 'abweichendeAdresse')
      await tab.click(field('naechstmoeglich'))
      const proof = path.join(tmpdir(), `Mietvertrag ${process.pid}.pdf`)
      await writeFile(proof, pdfOf(20_000))
      await tab.chooseFiles(field('mietvertrag'), [proof])
      await expectText(tab, 'Hochgeladen')
      await tab.click(next)
      await expectText(tab, 'Schritt 3 von 4')
      front.faultOf = (target) => (target === '/api/events' ? 'reset' : undefined)
      await tab.type(field('email'), 'lucja@example.org')
      await tab.click(field('zahlungsweise'))
      await eventually(() => expect(front.posted.map(({ type }) => type)).toContain('email'))
      await expectNoFailures(tab)
      await reload(tab)
      await watchFailures(tab)
      front.faultOf = () => undefined
      expect(await valueOf(tab, 'email')).toBe('lucja@example.org')
      await eventually(
        () => expect(messagesOf(visit, runId).filter(({ meta }) => meta.event === 'email')).toHaveLength(1),
        30_000,
      )
      await tab.click(next)
      await expectText(tab, 'Schritt 4 von 4')
      await tickAll(tab)
      await expectNoFailures(tab)
      await tab.click(orderButton)
      await expectUrl(tab, /\/testzahlung\?/)
      expect((await orderOf(visit, runId)).uploads['mietvertrag']).toHaveLength(1)
    }),
  // The windows of WebKit are private in all journeys.
  [privateFirefox, webkit],
)
