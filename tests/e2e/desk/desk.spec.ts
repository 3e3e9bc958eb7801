import { withdrawalPath } from '#domain/site/contact-contract.ts'
import { anmeldungForm } from '#tests/build-events.ts'
import { expectAccessible } from '#tests/e2e/support/expect-accessible.ts'
import { bothSizes, expect, test } from '#tests/e2e/support/journey.ts'
import { placeOrder } from '#tests/e2e/support/placed-order.ts'
import { reportsPassword } from '#tests/e2e/support/running-service.ts'
import { expectNoOverflow, giveCommand, logIn, pay, reloadUntilShown } from './desk-test.ts'

test('the page needs the password of the operators, not that of the reports', async ({ page }) => {
  await page.goto('/auftraege')
  await page.getByLabel('Ihr Name').fill('Anna')
  await page.getByLabel('Passwort').fill(reportsPassword)
  await page.getByRole('button', { name: 'Anmelden' }).click()
  await expect(page.getByText('Das Passwort stimmt nicht.').first()).toBeVisible()
  await expectAccessible(page)
  await expectNoOverflow(page)
  await page.screenshot({ path: `test-results/desk-login-${test.info().project.name}.png` })
})

test(
  'a paid order is found, its letter reported as failed, and its refund recorded',
  bothSizes,
  async ({ page }) => {
    const order = await placeOrder(page.request)
    await pay(page, order)
    await logIn(page)
    const later = page.getByRole('region', { name: 'Später' })
    await expect(later.getByRole('heading', { name: /Brief noch nicht übergeben: \d+/ })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Heute fällig' })).not.toContainText(order.number)
    await expectAccessible(page)
    await expectNoOverflow(page)
    await page.screenshot({ path: `test-results/desk-queue-${test.info().project.name}.png`, fullPage: true })

    await page.getByRole('link', { name: 'Suche' }).click()
    await page.getByLabel(/Auftragsnummer/).fill(order.number)
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: order.number }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Auftrag ${order.number}`)
    await expect(page.getByText('bezahlt', { exact: true })).toBeVisible()
    expect(page.url()).not.toContain('@')
    await expectAccessible(page)
    await expectNoOverflow(page)
    await page.screenshot({ path: `test-results/desk-order-${test.info().project.name}.png`, fullPage: true })

    await page.getByRole('button', { name: 'Als gescheitert melden' }).click()
    await page.getByLabel('Grund').selectOption('unprintable')
    await page.getByRole('form').getByRole('button', { name: 'Als gescheitert melden' }).click()
    await expect(page.getByText('gescheitert', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Erstattung melden' }).click()
    const form = page.getByRole('form', { name: 'Erstattung melden' })
    await expect(form).toContainText('der ganze Preis von 49,99 €')
    await expect(form.getByRole('textbox')).toHaveCount(0)
    await form.getByRole('button', { name: 'Erstattung melden' }).click()
    await expect(page.getByText('erstattet', { exact: true })).toBeVisible()
    await expect(page.getByText('Als gescheitert melden: Lässt sich nicht drucken')).toBeVisible()
  },
)

test('an operator revokes the declared withdrawal of an order', { tag: '@slow' }, async ({ page }) => {
  const email = 'lucja@example.org'
  const order = await placeOrder(page.request, { email })
  await pay(page, order)
  await logIn(page, `/${order.id}`)
  const { vorname, nachname } = anmeldungForm
  const declaration = { name: `${vorname} ${nachname}`, email, orderNumber: order.number, details: 'Vertrag' }
  expect((await page.request.post(withdrawalPath, { data: declaration })).status()).toBe(200)
  const revoke = page.getByRole('button', { name: 'Widerruf zurücknehmen' })
  await reloadUntilShown(page, revoke)
  await expectAccessible(page)
  await giveCommand(page, 'Widerruf zurücknehmen')
  await expect(revoke).toHaveCount(0)
  await expect(page.getByText('bezahlt', { exact: true })).toBeVisible()
})

test('a support request leads to its order, and is closed after a question', async ({ page }) => {
  const { number } = await placeOrder(page.request, { email: 'lucja@example.org' })
  const message = `Wo bleibt mein Brief? ${Date.now()}`
  const request = { name: 'Łucja', email: 'lucja@example.org', anliegen: 'billing', message }
  expect((await page.request.post('/api/send-support-email', { data: request })).status()).toBe(200)
  await logIn(page, '/anfragen')
  const item = page.getByRole('listitem').filter({ hasText: message })
  await expect(item).toBeVisible()
  await expect(item.getByRole('link', { name: 'Antworten' })).toHaveAttribute(
    'href',
    /^mailto:lucja%40example\.org\?subject=Ihre%20Nachricht/,
  )
  await expectAccessible(page)
  await expectNoOverflow(page)
  await page.screenshot({ path: `test-results/desk-requests-${test.info().project.name}.png` })

  await item.getByRole('link', { name: 'Auftrag suchen' }).click()
  await expect(page.getByRole('link', { name: number })).toBeVisible()
  expect(page.url()).not.toContain('lucja')
  expect(JSON.stringify(await page.evaluate(() => history.state as unknown))).not.toContain('lucja')

  await page.getByRole('link', { name: 'Anfragen' }).click()
  await item.getByRole('button', { name: /^Erledigt/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Ist das erledigt?' })
  await dialog.getByRole('button', { name: 'Offen lassen' }).click()
  await expect(item).toBeVisible()
  await item.getByRole('button', { name: /^Erledigt/ }).click()
  await dialog.getByRole('button', { name: 'Ja, schließen' }).click()
  await expect(item).toHaveCount(0)
  await expect(page.locator(':focus')).toContainText('ist geschlossen.')
})
