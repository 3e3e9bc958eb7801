import type { Page } from 'playwright/test'
import { expectAccessible } from '#tests/e2e/support/expect-accessible.ts'
import { experiment } from '#tools/demo/tried-funnel.ts'
import {
  expect,
  germanNumber,
  openReport,
  test,
  waitUntilLoaded,
} from '#tests/e2e/reports/reports-service.ts'

// The tests run one after another, because they share a service whose database takes several seconds to fill.
test.describe.configure({ mode: 'default' })

const variantChoice = (page: Page) => page.getByRole('combobox', { name: 'Variante', exact: true })

/** Returns the number of runs in the funnel plot of the drop-off page; 0 if there are none. */
async function startedRuns(page: Page): Promise<number> {
  await waitUntilLoaded(page)
  const [text = '0'] = await page.getByRole('link', { name: / Anträge: Start, / }).allInnerTexts()
  return germanNumber(text)
}

/** Returns the values of the options, without that of all runs. */
const optionsOf = (page: Page) =>
  variantChoice(page)
    .locator('option')
    .evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value).filter(Boolean))

test(
  'the drop-off of the variants adds up to the whole, and leads to the runs of one',
  { tag: '@slow' },
  async ({ page }) => {
    await openReport(page, '/abbruch?zeitraum=28&funnel=anmeldung')
    const whole = await startedRuns(page)
    const values = await optionsOf(page)
    expect(values).toEqual([`${experiment.key}:a`, `${experiment.key}:b`, '(none)'])
    let sum = 0
    for (const value of values) {
      await variantChoice(page).selectOption(value)
      await expect(page).toHaveURL(
        new RegExp(`variant=${encodeURIComponent(value).replaceAll(/[()]/g, '.*')}`),
      )
      sum += await startedRuns(page)
    }
    expect(whole).toBeGreaterThan(0)
    expect(sum).toBe(whole)

    await variantChoice(page).selectOption(`${experiment.key}:b`)
    const ofVariant = await startedRuns(page)
    expect(ofVariant).toBeGreaterThan(0)
    expect(ofVariant).toBeLessThan(whole)
    await expect(page.getByText(`Variante: b im Versuch ${experiment.key}`)).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: / Anträge: Start, / }).click()
    await waitUntilLoaded(page)
    await expect(
      page.getByRole('main').getByText(new RegExp(`^${ofVariant.toLocaleString('de')} Antr(ag|äge)$`)),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Filter Variante aufheben' }).click()
    await waitUntilLoaded(page)
    await expect(
      page.getByRole('main').getByText(new RegExp(`^${whole.toLocaleString('de')} Antr(ag|äge)$`)),
    ).toBeVisible()
  },
)

test('a funnel without an experiment has no choice of a variant', async ({ page }) => {
  await openReport(page, `/abbruch?zeitraum=28&funnel=anmeldung&variant=${experiment.key}:a`)
  await expect(variantChoice(page)).toHaveValue(`${experiment.key}:a`)
  await page.getByRole('combobox', { name: 'Antragsart' }).selectOption('abmeldung')
  await waitUntilLoaded(page)
  await expect(page).not.toHaveURL(/variant=/)
  await expect(variantChoice(page)).toHaveCount(0)
})

test('the attribution counts the orders of one variant', { tag: '@slow' }, async ({ page }) => {
  await openReport(page, '/attribution?zeitraum=28')
  const ordersOf = async () => {
    await waitUntilLoaded(page)
    const [, orders = '0'] = /von ([\d.]+) Bestellungen? \(/.exec(
      (await page.getByRole('main').innerText()).replaceAll(/\s+/g, ' '),
    )!
    return germanNumber(orders)
  }
  const whole = await ordersOf()
  let sum = 0
  for (const value of await optionsOf(page)) {
    await variantChoice(page).selectOption(value)
    await expect(page.getByRole('button', { name: 'Filter Variante aufheben' })).toBeVisible()
    sum += await ordersOf()
  }
  expect(sum).toBe(whole)
  await variantChoice(page).selectOption(`${experiment.key}:a`)
  await waitUntilLoaded(page)
  await expectAccessible(page)
  const credited = page.getByRole('row').getByRole('link', { name: /€/ }).filter({ visible: true }).first()
  await credited.click()
  await waitUntilLoaded(page)
  await expect(page).toHaveURL(/\/laeufe\?/)
  await expect(page.getByText(`Variante: a im Versuch ${experiment.key}`)).toBeVisible()
  expect(await page.getByRole('row').count()).toBeGreaterThan(1)
})

test(
  'the experiments can be read as of an earlier time and as a file',
  { tag: '@slow' },
  async ({ page }) => {
    await openReport(page, '/versuche')
    const title = page.getByRole('heading', { name: experiment.hypothesis })
    await expect(title).toBeVisible()
    const runsIn = async () => {
      await waitUntilLoaded(page)
      const row = page.getByRole('row').filter({ hasText: 'Bisher (a)' }).first()
      return (await row.innerText()).replaceAll(/\s+/g, ' ')
    }
    const now = await runsIn()
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'CSV Laufende und beendete Versuche' }).click()
    expect((await download).suggestedFilename()).toMatch(/^experiments-\d+\.csv$/)
    await page.getByText('Früherer Stand').click()
    await expectAccessible(page)
    await openReport(page, '/versuche?asOf=600')
    await expect(title).toBeVisible()
    await expect(page.getByRole('complementary', { name: 'Früherer Stand' })).toBeVisible()
    expect(await runsIn()).not.toBe(now)
  },
)
