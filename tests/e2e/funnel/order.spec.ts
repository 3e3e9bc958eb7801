import {
  anySize,
  expect,
  openFunnel,
  orderButton,
  runIdOf,
  test,
  tickAll,
  walkTo,
} from '#tests/e2e/support/journey.ts'
import { type RunningService, reportsToken } from '#tests/e2e/support/running-service.ts'
import { requestText } from '#tests/e2e/support/request-text.ts'

const messagesOf = ({ messages }: RunningService, runId: string) =>
  messages.filter(({ meta }) => meta.funnelId === runId)

test('a paid order appears in webhook and report', async ({ page, service }) => {
  await page.goto('/rundfunkbeitrag-anmelden?utm_source=google&utm_campaign=herbst&gclid=klick-1&other=x')
  await expect(page).toHaveURL(/step-1\?utm_source=google&utm_campaign=herbst&gclid=klick-1$/)
  const runId = await runIdOf(page)
  await walkTo(page, 4)

  await expect(page.getByText('17.05.1990')).toBeVisible()
  await expect(page.getByText('DE89 3704 0044 0532 0130 00')).toBeVisible()
  const mandate = page.getByRole('checkbox', { name: /SEPA-Lastschriftmandat/ })
  await expect(mandate).toHaveAccessibleName(/DE3000100000001272.*acht Wochen/)
  const total = page.getByText(/Gesamtpreis/).locator('..')
  await expect(total).toContainText('49,99')
  const [priceBox, buttonBox] = [await total.boundingBox(), await orderButton(page).boundingBox()]
  expect(buttonBox!.y - (priceBox!.y + priceBox!.height)).toBeLessThan(120)

  await tickAll(page)
  await orderButton(page).click()
  await page.waitForURL(/\/testzahlung\?.*billing_email=lucja%40example\.org/)
  expect(new URL(page.url()).searchParams.get('utm_source')).toBe('google')
  await page.getByRole('button').first().click()

  await expect(page.getByRole('heading', { name: 'Zahlung erfolgreich!' })).toBeVisible()
  await expect(page).toHaveURL(/\/success\?order=/)
  await expect(page.getByText(/^FL-[0-9A-Z]{10}$/).first()).toBeVisible()
  expect(
    await page.evaluate(() => [Object.keys(localStorage), sessionStorage.getItem('form-anmeldung')]),
  ).toEqual([['formlotse-consent'], null])
  await expect(page.getByRole('main').getByRole('link', { name: 'Vertrag widerrufen' })).toBeVisible()
  await page.getByRole('link', { name: 'Zurück zur Startseite' }).click()
  await expect(page).toHaveURL(/\/$/)

  await expect
    .poll(() => messagesOf(service, runId).map(({ meta }) => meta.completionStatus))
    .toContain('completed')
  const complete = messagesOf(service, runId).find(({ meta }) => meta.completionStatus === 'completed')!
  expect(complete.personalData).toMatchObject({
    vorname: 'Łucja',
    geburtsdatum: '1990-05-17',
    email: 'lucja@example.org',
  })
  expect(complete.address).toMatchObject({
    adresse: { strasse: 'Hauptstraße', hausnummer: '12a', plz: '10115', ort: 'Berlin', land: 'Deutschland' },
  })
  expect(complete.payment).toMatchObject({ zahlungsart: 'lastschrift', iban: 'DE89370400440532013000' })
  // Without consent, click ids are not forwarded.
  expect(complete.tracking).toMatchObject({ utm_source: 'google', utm_campaign: 'herbst', gclid: null })
  expect(complete.events.map(({ type, step }) => `${type} ${step}`)).toEqual(
    expect.arrayContaining(['start 1', 'step 1', 'step 2', 'step 3', 'email 3', 'complete 4']),
  )

  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Berlin' }).format(Date.now())
  const report = await page.request.get(
    `/api/reports/attribution?from=${day}&to=${day}&model=last&by=source`,
    {
      headers: { Authorization: `Bearer ${reportsToken}` },
    },
  )
  const { rows } = (await report.json()) as { rows: { key: string; orders: number; revenueCents: number }[] }
  const google = rows.find(({ key }) => key === 'google')
  expect(google?.orders).toBeGreaterThanOrEqual(1)
  expect(google?.revenueCents).toBe(4999 * google!.orders)
})

test(
  'a double click on the order button creates one order with one request',
  anySize,
  async ({ page, service }) => {
    await openFunnel(page)
    const runId = await runIdOf(page)
    await walkTo(page, 4)
    await tickAll(page)
    let completes = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/api/events') && requestText(request).includes('"type":"complete"'))
        completes += 1
    })
    await orderButton(page).dblclick()
    await page.waitForURL(/\/testzahlung/)
    expect(completes).toBe(1)
    await expect
      .poll(
        () => messagesOf(service, runId).filter(({ meta }) => meta.completionStatus === 'completed').length,
      )
      .toBe(1)
  },
)

test('the order button is disabled and shows progress while the order is sent', anySize, async ({ page }) => {
  await openFunnel(page)
  await walkTo(page, 4)
  await tickAll(page)
  const held = Promise.withResolvers<void>()
  await page.route('**/api/events', async (route) => {
    await held.promise
    await route.continue()
  })
  await orderButton(page).click()
  await expect(page.getByRole('button', { name: 'Wird verarbeitet...' })).toBeDisabled()
  held.resolve()
  await page.waitForURL(/\/testzahlung/)
})

test(
  'going back from the payment page shows the order with a link to the same payment',
  { tag: '@slow' },
  async ({ page }) => {
    await openFunnel(page)
    await walkTo(page, 4)
    await tickAll(page)
    await orderButton(page).click()
    await page.waitForURL(/\/testzahlung/)
    const order = new URL(page.url()).searchParams.get('order')
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'Ihr Auftrag ist eingegangen' })).toBeVisible()
    await page.getByRole('link', { name: 'Weiter zur Zahlung' }).click()
    await page.waitForURL(/\/testzahlung/)
    expect(new URL(page.url()).searchParams.get('order')).toBe(order)
  },
)

test(
  'an order stored before the start event of its run reaches the payment page',
  anySize,
  async ({ page }) => {
    const held = Promise.withResolvers<void>()
    let isHeld = true
    void held.promise.then(() => (isHeld = false))
    await page.route('**/api/events', async (route) => {
      const posted = JSON.parse(requestText(route.request())) as { events: { type: string }[] }
      const others = posted.events.filter(({ type }) => type !== 'start')
      if (!isHeld || others.length === posted.events.length) return route.continue()
      if (!others.some(({ type }) => type === 'complete')) {
        await held.promise
        return route.continue()
      }
      // On a slow machine, the tracker sends the start event a second time, together with the order.
      const { 'content-encoding': _, ...headers } = await route.request().allHeaders()
      return route.continue({ headers, postData: JSON.stringify({ ...posted, events: others }) })
    })
    await openFunnel(page)
    await walkTo(page, 4)
    await tickAll(page)
    const refused = page.waitForResponse(
      (response) => response.url().endsWith('/checkout') && response.status() === 404,
    )
    await orderButton(page).click()
    await refused
    await expect(page.getByText('Weiterleitung zur Zahlung...')).toBeVisible()
    held.resolve()
    await page.waitForURL(/\/testzahlung/)
  },
)

test('the success page takes the status from the service, not from the URL', async ({ page }) => {
  await openFunnel(page)
  await walkTo(page, 4)
  await tickAll(page)
  await orderButton(page).click()
  await page.waitForURL(/\/testzahlung/)
  const order = new URL(page.url()).searchParams.get('order')
  await page.clock.install()
  await page.goto(`/success?order=${order}&status=paid`)
  await expect(page.getByRole('heading', { name: 'Ihre Zahlung wird bestätigt' })).toBeVisible()
  // No payment arrives. After some time, the page must stop waiting for it.
  await expect
    .poll(async () => {
      await page.clock.runFor(5000)
      return page.getByRole('heading', { level: 1 }).textContent()
    })
    .toBe('Noch keine Zahlung eingegangen')
  await page.getByRole('link', { name: 'Zahlung fortsetzen' }).click()
  await page.waitForURL(new RegExp(`/testzahlung\\?.*order=${order}`))
  await page.goto('/success?order=00000000-0000-4000-8000-000000000000')
  await expect(page.getByRole('heading', { name: 'Auftrag nicht gefunden' })).toBeVisible()
})

test('the checkout of an order from another device redirects to the home page with the campaign', async ({
  page,
}) => {
  await page.goto('/checkout/anmeldung?order=01990000-0000-7000-8000-000000000000&utm_source=google&x=1')
  await expect(page).toHaveURL(/\/\?utm_source=google$/)
})

test(
  'continuing the payment of an order with erased data redirects to the home page with the campaign',
  anySize,
  async ({ page, service }) => {
    await page.goto('/rundfunkbeitrag-anmelden?utm_source=google')
    await walkTo(page, 4)
    await tickAll(page)
    await orderButton(page).click()
    await page.waitForURL(/\/testzahlung/)
    await service.privacy('erase', '--yes', '--order', new URL(page.url()).searchParams.get('order')!)
    await page.goBack()
    await page.getByRole('link', { name: 'Weiter zur Zahlung' }).click()
    await expect(page).toHaveURL(`${service.url}/?utm_source=google`)
  },
)

test('only the host of the page that led here is stored', async ({ page }) => {
  await page.goto('/rundfunkbeitrag-anmelden', { referer: 'https://www.google.com/search?q=geheim' })
  const runId = await runIdOf(page)
  const read = async () => {
    const response = await page.request.get(`/api/reports/runs/${runId}`, {
      headers: { Authorization: `Bearer ${reportsToken}` },
    })
    return (await response.json()) as {
      run?: { channel: string; source: string }
      events?: { data: unknown }[]
    }
  }
  await expect
    .poll(async () => (await read()).run)
    .toMatchObject({ channel: 'Organic Search', source: 'google.com' })
  const [start] = (await read()).events!
  expect(start!.data).toEqual({ entry: '/rundfunkbeitrag-anmelden', referrer: 'www.google.com' })
})
