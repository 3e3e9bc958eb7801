import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright/test'
import { branches } from '#tests/e2e/support/branches.ts'
import { expectAccessible } from '#tests/e2e/support/expect-accessible.ts'
import { expect, openFunnel, orderButton, test as base, tickAll, walkTo } from '#tests/e2e/support/journey.ts'
import { requestText } from '#tests/e2e/support/request-text.ts'
import { type RunningService, startService } from '#tests/e2e/support/running-service.ts'
import { seedDraft } from '#tests/e2e/support/seed-draft.ts'

interface Reported {
  type: string
  [name: string]: unknown
}

/**
 * Playwright test with a service that reports to a local analytics server. `reported` contains the reports received by
 * that server.
 */
const test = base.extend<object, { service: RunningService; reported: Reported[] }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright requires the first argument to be destructured
  reported: [async ({}, use) => use([]), { scope: 'worker' }],
  service: [
    async ({ reported }, use) => {
      const take = async (request: IncomingMessage, response: ServerResponse) => {
        reported.push(JSON.parse(await read(request)) as Reported)
        response.writeHead(204).end()
      }
      const server = createServer((request, response) => void take(request, response))
      await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
      const { port } = server.address() as AddressInfo
      const service = await startService({ ANALYTICS_URL: `http://127.0.0.1:${port}/` })
      await use(service)
      await service.stop()
      server.closeAllConnections()
      server.close()
    },
    { scope: 'worker' },
  ],
})

async function read(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  return body
}

const consentDialog = (page: Page) => page.getByRole('dialog', { name: 'Messung erlauben?' })
const button = (page: Page, name: string) => consentDialog(page).getByRole('button', { name })
const settings = (page: Page) =>
  page.getByRole('contentinfo').getByRole('button', { name: 'Datenschutz-Einstellungen' })

/**
 * Returns what is stored on the device, without drafts and the tracker's outbox. Only `text` includes drafts, because
 * it contains everything in localStorage and sessionStorage.
 */
const device = (page: Page) =>
  page.evaluate(async () => ({
    lasting: Object.keys(localStorage).filter((key) => !/^form-|^formlotse-tracker:/.test(key)),
    session: Object.keys(sessionStorage).filter((key) => !key.startsWith('form-')),
    cookies: document.cookie,
    databases: (await indexedDB.databases())
      .map(({ name }) => name)
      .filter((name) => name !== 'formlotse-tracker'),
    text: `${JSON.stringify(localStorage)} ${JSON.stringify(sessionStorage)}`,
  }))
const nothing = { lasting: [], session: [], cookies: '', databases: [] }

// The tests run one after another, because they share a service that is started for them.
test.describe.configure({ mode: 'default' })

test.use({ showConsentDialog: true })

test('the consent dialog leaves the first screen readable, stores nothing and does not take the focus', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 })
  const posted: string[] = []
  page.on('request', (request) => posted.push(new URL(request.url()).pathname))
  await page.goto('/?utm_source=google&gclid=klick-1')
  await expect(consentDialog(page)).toBeVisible()
  const top = (await consentDialog(page).boundingBox())!.y
  for (const text of [
    /unabhängiger Dienst und kostet einmalig 49,99\s€/,
    /denselben Antrag kostenlos stellen/,
  ]) {
    const box = (await page.getByText(text).boundingBox())!
    expect(box.y + box.height).toBeLessThanOrEqual(top)
  }
  const [no, yes] = [button(page, 'Nur notwendige'), button(page, 'Alle akzeptieren')]
  const look = (one: typeof no) =>
    one.evaluate((element) => {
      const { backgroundColor, color, fontSize, fontWeight, borderColor } = getComputedStyle(element)
      const { width, height } = element.getBoundingClientRect()
      return { backgroundColor, color, fontSize, fontWeight, borderColor, width, height }
    })
  expect(await look(no)).toEqual(await look(yes))
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
  await expectAccessible(page)
  // In tab order, only the skip link precedes the first button of the dialog.
  for (let pressed = 0; pressed < 2; pressed += 1) await page.keyboard.press('Tab')
  await expect(no).toBeFocused()
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  await page.keyboard.press('Escape')
  await expect(consentDialog(page)).toBeHidden()
  await expect(page.locator('#inhalt')).toBeFocused()
  expect(await device(page)).toMatchObject(nothing)
  expect(posted).not.toContain('/api/analytics')
  await page.reload()
  await expect(consentDialog(page)).toBeVisible()
})

test('the consent dialog covers none of the four services on the first screen of a phone', async ({
  page,
  isMobile,
}) => {
  test.skip(!isMobile, 'on a desktop, the titles of the services are above the dialog')
  await page.goto('/')
  await expect(consentDialog(page)).toBeVisible()
  const top = (await consentDialog(page).boundingBox())!.y
  const services = await page.locator('#services').getByRole('link').all()
  expect(services).toHaveLength(4)
  for (const service of services) {
    const box = (await service.boundingBox())!
    expect(box.y + box.height).toBeLessThanOrEqual(top)
  }
})

test('a refusal is remembered, prevents tracking and can be changed in the footer', async ({
  page,
  reported,
}) => {
  await openFunnel(page, '/step-1?utm_source=google&gclid=klick-2')
  await button(page, 'Nur notwendige').click()
  await expect(consentDialog(page)).toBeHidden()
  const { text, ...kept } = await device(page)
  expect(kept).toEqual({ ...nothing, lasting: ['formlotse-consent'] })
  expect(text).not.toMatch(/google|klick-2/)
  await page.goto('/agb')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(settings(page)).toBeVisible()
  await expect(consentDialog(page)).toBeHidden()

  await settings(page).click()
  await expect(consentDialog(page)).toContainText('Bisher: nur notwendige')
  await expect(consentDialog(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(settings(page)).toBeFocused()
  await settings(page).click()
  const before = reported.length
  await button(page, 'Alle akzeptieren').click()
  await expect(settings(page)).toBeFocused()
  await expect
    .poll(() => reported.slice(before).map(({ type, path }) => `${type} ${String(path)}`))
    .toEqual(['page_view /agb'])
  expect((await device(page)).session).toEqual(['formlotse-session'])
  await settings(page).click()
  await button(page, 'Nur notwendige').click()
  const left = await device(page)
  expect(left).toMatchObject({ ...nothing, lasting: ['formlotse-consent'] })
  expect(left.text).not.toMatch(/google|klick-2/)
})

test('the dialog explains what is stored and sent with and without consent', async ({ page }) => {
  await page.goto('/')
  const stored = consentDialog(page).getByRole('group')
  await expect(stored).toContainText('Entwurfsspeicher')
  await expect(stored.getByText('Versandspeicher').first()).toBeHidden()
  await consentDialog(page).getByText('Was liegt auf Ihrem Gerät?').click()
  await expect(stored.getByText('Versandspeicher').first()).toBeVisible()
  await expect(consentDialog(page)).toContainText('erhält unser Analysedienst besuchte Seiten')
  await expectAccessible(page)
  await expect(consentDialog(page)).toBeInViewport({ ratio: 1 })
})

test('without consent the tracker stores no steps on the device, and deleting the draft clears its outbox', async ({
  page,
  context,
}) => {
  await openFunnel(page, '/step-1?utm_source=google&gclid=klick-5')
  await button(page, 'Nur notwendige').click()
  await expect.poll(() => outbox(page)).toEqual([])
  await context.setOffline(true)
  await walkTo(page, 3)
  await page.getByLabel('E-Mail').first().fill('lucja@example.org')
  await page.getByLabel('E-Mail').first().blur()
  await expect.poll(() => outbox(page)).toEqual(['email'])
  await settings(page).click()
  await button(page, 'Alle akzeptieren').click()
  await expect.poll(() => outbox(page)).toEqual(expect.arrayContaining(['email', 'step', 'step']))
  await settings(page).click()
  await button(page, 'Nur notwendige').click()
  await expect.poll(() => outbox(page)).toEqual(['email'])
  await page.getByRole('button', { name: 'Entwurf löschen' }).click()
  await page
    .getByRole('dialog', { name: 'Entwurf löschen?' })
    .getByRole('button', { name: 'Entwurf löschen' })
    .click()
  // The events of the deleted run are gone. Only the `start` event of the new run is left.
  await expect.poll(() => outbox(page)).toEqual(['start'])
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('lucja@example.org')
})

/** Returns the types of the events that the tracker keeps on the device until they are sent. */
const outbox = (page: Page) =>
  page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('formlotse-tracker')
      request.addEventListener('success', () => resolve(request.result))
      request.addEventListener('error', () => reject(new Error('no database')))
    })
    const rows = await new Promise<{ type: string }[]>((resolve) => {
      const request = database.transaction('events').objectStore('events').getAll()
      request.addEventListener('success', () => resolve(request.result as { type: string }[]))
    })
    database.close()
    const stashed = Object.entries(localStorage)
      .filter(([key]) => key.startsWith('formlotse-tracker:'))
      .flatMap(([, text]) => JSON.parse(String(text)) as { type: string }[])
    return [...rows, ...stashed].map(({ type }) => type).toSorted()
  })

test(
  'every page is usable on a phone while the dialog is open',
  { tag: '@slow' },
  async ({ page, isMobile }) => {
    test.skip(!isMobile, 'on large screens the dialog covers nothing')
    for (const path of ['/', '/rundfunkbeitrag-auswahl', '/rundfunkbeitrag-anmelden/step-1', '/kontakt']) {
      await page.goto(path)
      await expect(consentDialog(page)).toBeVisible()
      // Another test checks the accessibility of the landing page with this dialog, on a smaller screen.
      if (path !== '/') await expectAccessible(page)
      // After scrolling to the end, the last line of the page must be above the dialog. The check is repeated, because
      // content below the first screen may still be loading.
      const overlap = async () => {
        await page.evaluate(() => window.scrollTo(0, 1_000_000))
        const last = (await page.getByText('© 2024 Formlotse').boundingBox())!
        return last.y + last.height - (await consentDialog(page).boundingBox())!.y
      }
      await expect.poll(overlap, path).toBeLessThan(0)
    }
  },
)

test(
  'the focused element is never covered by the header or by elements at the bottom',
  { tag: '@slow' },
  async ({ page, isMobile }) => {
    test.skip(!isMobile, 'on large screens the dialog covers nothing')
    for (const path of ['/', '/kontakt']) {
      await page.goto(path)
      await expect(consentDialog(page)).toBeVisible()
      const hidden: string[] = []
      for (let pressed = 0; pressed < 40; pressed += 1) {
        await page.keyboard.press(pressed < 22 ? 'Tab' : 'Shift+Tab')
        hidden.push(...(await page.evaluate(hiddenFocus)))
      }
      expect(hidden, path).toEqual([])
    }
  },
)

/**
 * Waits at most 30 frames until the focused element is not covered (WCAG 2.2, 2.4.11). Returns an empty array if it is
 * visible. Otherwise returns an array with its HTML, or with a note if no element has the focus.
 */
async function hiddenFocus(): Promise<string[]> {
  const element = document.activeElement!
  if (element === document.body) return ['no element has the focus']
  for (let frame = 0; frame < 30; frame += 1) {
    await new Promise((resolve) => requestAnimationFrame(resolve))
    const { left, right, top, bottom } = element.getBoundingClientRect()
    const seen = [top + 6, (top + bottom) / 2, bottom - 6].some((y) => {
      const there = document.elementFromPoint((left + right) / 2, y)
      // A checkbox may be covered by its label.
      return there && (element.contains(there) || there.contains(element) || there.closest('label'))
    })
    if (seen) return []
  }
  return [element.outerHTML.slice(0, 120)]
}

test('Escape closes a menu or help dialog but not the consent dialog below', async ({ page, isMobile }) => {
  test.skip(!isMobile, 'only phones have the menu')
  const held = Promise.withResolvers<void>()
  await page.route('**/consent-dialog*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto('/rundfunkbeitrag-auswahl')
  const menu = page.getByRole('button', { name: 'Menü' })
  await menu.click()
  await expect(menu).toHaveAttribute('aria-expanded', 'true')
  // Lets the consent dialog appear while the menu is open.
  held.resolve()
  await expect(consentDialog(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).toHaveAttribute('aria-expanded', 'false')
  await page
    .getByRole('button', { name: /^Passt das zu mir/ })
    .first()
    .click()
  const help = page.getByRole('dialog', { name: 'Wohnung anmelden' })
  await expect(help).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
  await expect(consentDialog(page)).toBeVisible()
})

test('with consent, the ad click of one visit is attributed to the order of the next visit, and its conversion is reported once', async ({
  page,
  context,
  service,
  reported,
  browser,
}) => {
  const refusing = await browser.newPage({ baseURL: service.url })
  const placed = await orderWithout(refusing)
  await page.goto('/?utm_source=google&utm_campaign=herbst&gclid=klick-3')
  await button(page, 'Alle akzeptieren').click()
  await expect.poll(async () => (await device(page)).lasting).toContain('formlotse-attribution')
  await page.close()

  const later = await context.newPage()
  await openFunnel(later, '/step-1?utm_source=newsletter')
  await expect(consentDialog(later)).toBeHidden()
  await walkTo(later, 4)
  await tickAll(later)
  const sent = later.waitForRequest((request) => requestText(request).includes('"type":"complete"'))
  await orderButton(later).click()
  const { context: wire } = JSON.parse(requestText(await sent)) as { context: Record<string, unknown> }
  const { id } = JSON.parse(
    await later.evaluate(() => sessionStorage.getItem('formlotse-session') ?? '{}'),
  ) as { id: string }
  expect(wire).toMatchObject({
    consent: 'marketing',
    sessionId: id,
    attribution: {
      first: { utm_source: 'google', gclid: 'klick-3' },
      last: { utm_source: 'newsletter' },
      touches: [{ utm_source: 'google' }, { utm_source: 'newsletter' }],
    },
  })
  await later.waitForURL(/\/testzahlung/)
  await later.goBack()
  await later.getByRole('link', { name: 'Weiter zur Zahlung' }).click()
  await later.waitForURL(/\/testzahlung/)
  const conversions = () => reported.filter(({ type, gclid }) => type === 'conversion' && gclid === 'klick-3')
  await expect.poll(() => conversions().length).toBe(1)
  expect(conversions()[0]).toMatchObject({ value: 49.99, user_data: { email: 'lucja@example.org' } })
  // The order without consent must not be reported as a conversion.
  expect(
    reported.filter(({ transaction_id: number, gclid }) => number === placed || gclid === 'klick-4'),
  ).toEqual([])
  await expect
    .poll(() =>
      service.messages
        .filter(({ meta }) => meta.completionStatus === 'completed')
        .map(({ tracking }) => tracking['utm_source']),
    )
    .toEqual(['google', 'newsletter'])
})

/** Follows an ad, refuses consent and places an order. Returns the order number. */
async function orderWithout(page: Page): Promise<string> {
  const branch = branches.find(({ name }) => name === 'anmeldung: bank transfer')!
  await seedDraft(page, branch)
  await page.goto(`/${branch.funnel.slug}/step-4?utm_source=google&gclid=klick-4`)
  await button(page, 'Nur notwendige').click()
  await tickAll(page)
  await orderButton(page).click()
  // The payment page gets the campaign from the URL. It would get the click id only with consent.
  await page.waitForURL(/\/testzahlung\?.*utm_source=google/)
  expect(page.url()).not.toContain('klick-4')
  const number = await page
    .getByText(/^FL-[0-9A-Z]{10}$/)
    .first()
    .textContent()
  await page.close()
  return number!
}
