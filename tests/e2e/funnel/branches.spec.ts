import type { Page } from 'playwright/test'
import { summaryRows } from '#domain/forms/summary-sections.ts'
import { visibleFields } from '#domain/forms/visible-fields.ts'
import {
  type Branch,
  branches,
  isFirstWithFields,
  isSlow,
  visibleFieldsOf,
} from '#tests/e2e/support/branches.ts'
import { expectAccessible } from '#tests/e2e/support/expect-accessible.ts'
import { expectCompleteMessage, isEmpty } from '#tests/e2e/support/expected-message.ts'
import { fillStep, proof } from '#tests/e2e/support/fill-form.ts'
import { expect, next, orderButton, orderMessageOf, runIdOf, test } from '#tests/e2e/support/journey.ts'

const campaign = '?utm_source=google&utm_medium=cpc&utm_campaign=herbst&gclid=klick-1'

for (const branch of branches) {
  test(
    `${branch.name}: can be completed from the first field to the paid order`,
    { tag: isSlow(branch) ? '@slow' : [] },
    async ({ page, service }) => {
      const { funnel } = branch
      await page.goto(`/${funnel.slug}${campaign}`)
      for (const step of [1, 2, 3]) {
        await expectStepOf(page, branch, step)
        if (isFirstWithFields(branch, step)) await expectAccessibleErrors(page, branch, step)
        await fillStep(page, branch, step)
        if (isFirstWithFields(branch, step)) await expectAccessible(page)
        await next(page)
      }
      await expectStepOf(page, branch, 4)
      await expectSummary(page, branch)
      expect(await screensBeforeConsents(page)).toBeLessThanOrEqual(2)
      if (isFirstWithFields(branch, 4)) await expectAccessibleErrors(page, branch, 4)
      await fillStep(page, branch, 4)
      if (isFirstWithFields(branch, 4)) await expectAccessible(page)
      const runId = await runIdOf(page, funnel.type)
      await orderButton(page).click()
      await page.waitForURL(/\/testzahlung\?/)
      const query = new URL(page.url()).searchParams
      expect(query.get('billing_email')).toBe(branch.form['email'])
      expect(query.get('aero-add-to-checkout')).toBe(String(funnel.productId))
      await page.getByRole('button').first().click()
      await expect(page.getByRole('heading', { name: 'Zahlung erfolgreich!' })).toBeVisible()
      await expect(page.getByText(`Ihr Auftrag „${funnel.product}“ wird jetzt bearbeitet`)).toBeVisible()

      const complete = () => orderMessageOf(service, runId)
      await expect.poll(complete).toBeDefined()
      const orderId = query.get('order')!
      expectCompleteMessage(complete()!, branch, { runId, orderId, device: 'mobile' })
    },
  )
}

async function expectStepOf(page: Page, { funnel }: Branch, step: number): Promise<void> {
  await expect(page.getByText(`Schritt ${step} von 4`)).toBeVisible()
  const { pathname, search } = new URL(page.url())
  expect(pathname + search).toBe(`/${funnel.slug}/step-${step}${campaign}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(funnel.title)
}

/**
 * Fills in only the choices of a step, because they determine which other fields are shown. Submits the step and checks
 * that the page, which then shows errors, is accessible.
 */
async function expectAccessibleErrors(page: Page, branch: Branch, step: number): Promise<void> {
  await fillStep(page, branch, step, ({ kind }) => kind === 'choice')
  // If only choices are required, the step is now valid and shows no errors to check.
  if (!visibleFieldsOf(branch, step).some(({ missing, kind }) => missing && kind !== 'choice')) return
  await page.locator('button[type=submit]:visible').click()
  await expect(page).toHaveTitle(/^Fehler: /)
  await expectAccessible(page)
}

/** Returns how many screens the visitor scrolls from the headline of step 4 to the first consent. */
async function screensBeforeConsents(page: Page): Promise<number> {
  return page.evaluate(() => {
    const [headline, consents] = ['h1', '#consents'].map((one) => document.querySelector(one)!)
    return (consents!.getBoundingClientRect().top - headline!.getBoundingClientRect().top) / innerHeight
  })
}

/** Expects step 4 to show all values of the previous steps, under a heading that names the ordered service. */
async function expectSummary(page: Page, branch: Branch): Promise<void> {
  const { funnel, form } = branch
  await expect(page.getByRole('heading', { name: funnel.summaryTitle(form), level: 3 })).toBeVisible()
  const previousFields = [1, 2, 3]
    .flatMap((step) => visibleFields(funnel.steps[step - 1]!, form))
    .filter(({ name }) => form[name] !== false && !isEmpty(form[name]))
  const shown = await page.locator('main dt').allInnerTexts()
  const rows = summaryRows(previousFields)
  expect(shown).toEqual(expect.arrayContaining(rows.map(({ label }) => label)))
  const files = rows.filter(({ fields }) => fields[0]?.kind === 'files')
  for (const { label } of files)
    await expect(page.getByText(label, { exact: true }).locator('~ dd')).toContainText(proof.name)
  const values = (await page.locator('main dd').allInnerTexts()).join('\n')
  for (const { name, kind } of previousFields)
    if (kind === 'text' || kind === 'email' || kind === 'textarea') expect(values).toContain(form[name])
}
