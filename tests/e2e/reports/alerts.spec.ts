import { expectAccessible } from '#tests/e2e/support/expect-accessible.ts'
import { expect, openReport, test, waitUntilLoaded } from './reports-service.ts'
import { bothSizes } from '#tests/e2e/support/journey.ts'

// The tests run one after another, because they share a service whose database takes several seconds to fill.
test.describe.configure({ mode: 'serial' })

// The receiver of the demo's webhook is gone at the end, which is an alert that is open.
const title = 'Empfänger der Nachrichten angehalten'

test('an open alert is found by its badge, followed, muted and unmuted', bothSizes, async ({ page }) => {
  const nav = page.getByRole('navigation', { name: 'Berichte' })
  const link = (name: RegExp) => nav.getByRole('link', { name })
  // The service examines the demo after its start.
  await expect(async () => {
    await openReport(page, '/')
    await expect(link(/Auffälligkeiten \d+ offene/)).toBeVisible({ timeout: 10_000 })
  }).toPass({ timeout: 120_000 })
  const badge = async () => /\d+/.exec(await link(/^Auffälligkeiten/).innerText())?.[0] ?? '0'
  const before = Number(await badge())
  expect(before).toBeGreaterThan(0)

  await link(/^Auffälligkeiten/).click()
  await waitUntilLoaded(page)
  const main = page.getByRole('main')
  const open = main.getByRole('region', { name: 'Offen' })
  const entry = open.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) })
  await expect(entry).toContainText(/Seit \d\d\.\d\d\.\d{4}, \d+ Uhr: Der Empfänger hat gemeldet/)
  await expectAccessible(page)
  const wide = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(wide).toBeLessThanOrEqual(page.viewportSize()!.width)

  await entry.getByRole('link', { name: /^In der Datenqualität ansehen/ }).click()
  await waitUntilLoaded(page)
  await expect(page).toHaveURL(/\/datenqualitaet\?from=[\d-]+&to=[\d-]+&thema=zustellung/)
  await expect(main).toContainText('nimmt seit')
  await page.goBack()

  await entry.getByRole('button', { name: 'Stummschalten …' }).click()
  await entry.getByLabel('Wie lange').selectOption('1 Woche')
  await expectAccessible(page)
  await entry.getByRole('button', { name: 'Stummschalten', exact: true }).click()
  await expect(entry).toContainText(/Stumm: .*, bis \d\d\.\d\d\.\d{4}, \d\d:\d\d\./)
  await expect.poll(badge).toBe(String(before - 1))
  await expectAccessible(page)

  await page.reload()
  await entry.getByRole('button', { name: /^Wieder melden/ }).click()
  await expect(entry.getByRole('button', { name: 'Stummschalten …' })).toBeVisible()
  await expect.poll(badge).toBe(String(before))
})

test('an alert is marked in the plot of its day', async ({ page }) => {
  await openReport(page, '/?zeitraum=7')
  const main = page.getByRole('main')
  await expect(async () => {
    await page.reload()
    await expect(main.getByText(`Störung beginnt: ${title}`).first()).toBeAttached({ timeout: 1000 })
  }).toPass({ timeout: 120_000 })
})

test('the alerts of a past position are shown without the means to change them', async ({ page }) => {
  await openReport(page, '/auffaelligkeiten?asOf=1')
  const main = page.getByRole('main')
  await expect(main).toContainText('Sie sehen einen früheren Stand')
  await expect(main.getByRole('region', { name: 'Offen' })).toContainText('Damals war nichts auffällig.')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Zum heutigen Stand' }).click()
  await expect(main.getByRole('heading', { name: title })).toBeVisible({ timeout: 120_000 })
})
