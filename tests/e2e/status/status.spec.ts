import type { Page } from 'playwright/test'
import { expectAccessible } from '#tests/e2e/support/expect-accessible.ts'
import {
  bothSizes,
  expect,
  orderButton,
  test,
  tickAll,
  waitUntilInteractive,
  walkTo,
} from '#tests/e2e/support/journey.ts'
import { placeOrder } from '#tests/e2e/support/placed-order.ts'
import { reportsToken } from '#tests/e2e/support/running-service.ts'

async function expectNoOverflow(page: Page) {
  const width = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(width).toBeLessThanOrEqual(0)
}

const open = 'Angaben und Dokumente öffnen'
const shots = process.env['SHOTS']

test(
  'a customer follows, pays, changes and withdraws an order',
  bothSizes,
  async ({ page, request }, { project }) => {
    const shoot = async (name: string) => {
      if (shots) await page.screenshot({ path: `${shots}/${name}-${project.name}.png`, fullPage: true })
    }
    const order = await placeOrder(request)
    const requested: string[] = []
    page.on('request', (one) => requested.push(one.url()))
    const response = await page.goto(order.statusPath)
    expect(response!.headers()['cache-control']).toBe('no-store')
    expect(response!.headers()['x-robots-tag']).toBe('noindex')
    await expect(page.getByRole('heading', { name: 'Ihr Auftrag wartet auf die Zahlung' })).toBeVisible()
    await expect(page.getByText('Łucja')).toHaveCount(0)
    await expectAccessible(page)
    await shoot('1-locked')

    await page.getByLabel('Postleitzahl oder Geburtsdatum').fill('99999')
    await page.getByRole('button', { name: open }).click()
    await expect(page.getByRole('alert')).toContainText('passen zu keinem Auftrag')
    await page.getByLabel('Postleitzahl oder Geburtsdatum').fill('10115')
    await page.getByRole('button', { name: open }).click()
    await expect(page.getByText('Müller-Lüdenscheidt')).toBeVisible()
    await expectAccessible(page)
    await shoot('2-unlocked')

    await page.getByRole('button', { name: 'Jetzt bezahlen' }).click()
    await page.waitForURL(/\/testzahlung\?/)
    await page.getByRole('button').first().click()
    await expect(page).toHaveURL(/\/success\?order=/)
    await page.goto(order.statusPath)
    await expect(page.getByRole('heading', { name: 'Ihr Auftrag ist bezahlt' })).toBeVisible()
    await page.getByLabel('Postleitzahl oder Geburtsdatum').fill('17.5.1990')
    await page.getByRole('button', { name: open }).click()

    await page.getByRole('button', { name: 'Angaben ändern oder Nachweis hinzufügen' }).click()
    await page.getByLabel('Vorname').fill('')
    await page.getByRole('button', { name: 'Änderungen speichern' }).click()
    await expect(page.getByRole('alert').getByRole('link')).toHaveCount(1)
    await page.getByLabel('Vorname').fill('Lucia')
    await expect(page.getByRole('checkbox', { name: /SEPA-Lastschriftmandat/ })).toHaveCount(0)
    await page.getByRole('textbox', { name: 'IBAN' }).fill('DE02120300000000202051')
    const mandate = page.getByRole('checkbox', { name: /SEPA-Lastschriftmandat/ })
    await expect(mandate).not.toBeChecked()
    await expect(page.getByLabel('PLZ')).toHaveCount(0)
    await expectAccessible(page)
    await shoot('3-amend')
    await page.getByRole('button', { name: 'Änderungen speichern' }).click()
    await expect(page.getByText('Sie müssen dem SEPA-Lastschriftmandat zustimmen').first()).toBeVisible()
    await mandate.check()
    await page.getByRole('button', { name: 'Änderungen speichern' }).click()
    await expect(page.getByText('Ihre Änderungen sind gespeichert.')).toBeVisible()
    await expect(page.getByText('Lucia')).toBeVisible()
    await expect(page.getByText('DE02 1203 0000 0000 2020 51')).toBeVisible()

    await page.getByRole('button', { name: 'E-Mail-Adresse korrigieren' }).click()
    await page.getByLabel('Neue E-Mail-Adresse').fill('lucia@example.org')
    await page.getByRole('button', { name: 'Adresse speichern' }).click()
    await expect(page.getByText('gehen an lucia@example.org')).toBeVisible()
    await expectNoOverflow(page)
    await shoot('4-paid')

    await page.getByRole('button', { name: 'Vertrag widerrufen' }).click()
    await page.getByRole('button', { name: 'Widerruf bestätigen' }).click()
    await expect(page.getByRole('heading', { name: 'Ihr Auftrag ist widerrufen' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Vertrag widerrufen' })).toHaveCount(0)
    await shoot('5-withdrawn')
    const token = order.statusPath.split('#')[1]!
    expect(requested.filter((url) => url.includes(token))).toEqual([])
  },
)

test(
  'the page after the payment shows the order, its documents and the way to the status page',
  bothSizes,
  async ({ page }, { project }) => {
    await page.goto('/rundfunkbeitrag-anmelden')
    await walkTo(page, 4)
    await tickAll(page)
    await orderButton(page).click()
    await page.waitForURL(/\/testzahlung\?/)
    await page.getByRole('button').first().click()
    await expect(page.getByRole('heading', { name: 'Zahlung erfolgreich!' })).toBeVisible()
    await expect(page.getByText('Łucja Müller-Lüdenscheidt')).toBeVisible()
    await expect(page.getByText('lu•••@example.org')).toBeVisible()
    await expect(page.getByText(/^Bis zum .* können Sie Ihre Angaben ansehen und ändern/)).toBeVisible()
    await page.reload()
    await expect(page.getByText('Łucja Müller-Lüdenscheidt')).toBeVisible()
    await expectAccessible(page)
    await expectNoOverflow(page)
    if (shots) await page.screenshot({ path: `${shots}/6-success-${project.name}.png`, fullPage: true })
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: /Herunterladen.*Ihr Antrag/ }).click()
    expect((await download).suggestedFilename()).toMatch(/^Antrag-FL-[0-9A-Z]{10}\.pdf$/)

    const other = await page.context().browser()!.newContext()
    const stranger = await other.newPage()
    await stranger.goto(page.url())
    await expect(stranger.getByText('So geht es weiter')).toBeVisible()
    await expect(stranger.getByText('den Link zu Ihrem Auftrag und Ihren Dokumenten')).toBeVisible()
    await expect(stranger.getByText(/Łucja|lu•••|Herunterladen/)).toHaveCount(0)
    await other.close()

    await page.getByRole('link', { name: 'E-Mail-Adresse korrigieren' }).click()
    await expect(page.getByRole('heading', { name: 'Ihr Auftrag ist bezahlt' })).toBeVisible()
  },
)

test('a message to support names the order of the page, and is recorded there without its text', async ({
  page,
  request,
}, { project }) => {
  const shoot = async (name: string) => {
    if (shots) await page.screenshot({ path: `${shots}/${name}-${project.name}.png`, fullPage: true })
  }
  const order = await placeOrder(request)
  await page.goto(order.statusPath)
  await page.getByRole('region', { name: 'Hilfe' }).getByRole('link', { name: 'Schreiben Sie uns' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Support & Kontakt' })).toBeVisible()
  const number = page.getByLabel('Auftragsnummer (freiwillig)')
  await expect(number).toHaveValue(order.number)
  // The address alone is enough, for example in a new tab.
  await page.goto('/impressum')
  await page.goto(`/kontakt#auftrag=${order.number}`)
  await waitUntilInteractive(page)
  await expect(number).toHaveValue(order.number)
  await page.getByLabel('Name').fill('Łucja Müller')
  await page.getByLabel('E-Mail-Adresse').fill('lucja@example.org')
  await page.getByRole('combobox', { name: 'Anliegen' }).selectOption('sonstiges')
  await page.getByRole('textbox', { name: 'Nachricht' }).fill('Wo ist mein Brief?')
  await expectAccessible(page)
  await expectNoOverflow(page)
  await shoot('7-support')
  await page.getByRole('button', { name: 'Nachricht senden' }).click()
  await expect(page.getByText('Vielen Dank für Ihre Nachricht!')).toBeVisible()
  const eventsOf = async () => {
    const headers = { Authorization: `Bearer ${reportsToken}` }
    const run = await request.get(`/api/reports/runs/${order.runId}`, { headers })
    const { events } = (await run.json()) as { events: { type: string; data: object; facts: object }[] }
    return events.filter(({ type }) => type === 'support_requested')
  }
  await expect.poll(async () => (await eventsOf()).length).toBe(1)
  expect(await eventsOf()).toMatchObject([{ data: {}, facts: {} }])
})

test('an order is found by its number, e-mail address and postal code', async ({ page, request }) => {
  const order = await placeOrder(request)
  await page.goto('/auftrag')
  await page.getByLabel('Auftragsnummer').fill(order.number)
  await page.getByLabel('E-Mail-Adresse').fill('lucja@example.org')
  await page.getByLabel('Postleitzahl oder Geburtsdatum').fill('10115')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Auftrag öffnen' }).click()
  await expect(page.getByText('Müller-Lüdenscheidt')).toBeVisible()
})

test.describe('without JavaScript', () => {
  test('an order is followed, changed and withdrawn', async ({ browser, request, service }, { project }) => {
    const order = await placeOrder(request)
    const context = await browser.newContext({
      javaScriptEnabled: false,
      baseURL: service.url,
      viewport: project.use.viewport ?? null,
    })
    const page = await context.newPage()
    const shoot = async (name: string) => {
      if (shots) await page.screenshot({ path: `${shots}/${name}-${project.name}.png`, fullPage: true })
    }
    await page.goto(`/success?order=${order.id}`)
    // Playwright does not find text in `noscript`, so these locators use selectors.
    await expect(page.locator('main')).toContainText(order.number)
    await shoot('7-plain-success')
    await page.goto('/auftrag')
    await shoot('8-plain-form')
    await page.locator('[name=auftragsnummer]').fill(order.number)
    await page.locator('[name=email]').fill('lucja@example.org')
    await page.locator('[name=nachweis]').fill('17.05.1990')
    await page.locator('form button').click()
    await expect(page.getByRole('heading', { name: 'Ihr Auftrag wartet auf die Zahlung' })).toBeVisible()
    await shoot('9-plain-overview')
    await page.getByRole('link', { name: 'Angaben ändern' }).click()
    await shoot('10-plain-amend')
    await page.getByLabel('Vorname').fill('Lucia')
    await page.getByRole('button', { name: 'Änderungen speichern' }).click()
    await page.getByRole('link', { name: 'Zurück zum Auftrag' }).click()
    await expect(page.getByText('Lucia', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Jetzt bezahlen' }).click()
    await page.getByRole('link', { name: 'Weiter zur Zahlung' }).click()
    await expect(page).toHaveURL(/\/testzahlung\?/)
    await page.goto('/auftrag/uebersicht')
    await page.getByRole('main').getByRole('link', { name: 'Vertrag widerrufen' }).click()
    await page.getByRole('button', { name: 'Widerruf bestätigen' }).click()
    await expect(page.getByRole('heading', { name: 'Widerruf eingegangen' })).toBeVisible()
    await context.close()
  })
})
