import type { Page } from 'playwright/test'
import { berlinDate } from '#domain/time/berlin-time.ts'
import type { FieldValues } from '#domain/forms/define-field.ts'
import { allCases } from '#tests/funnel-cases/all-cases.ts'
import { fillStep } from '#tests/e2e/support/fill-form.ts'
import { expect, next, test } from '#tests/e2e/support/journey.ts'
import { expectNamesToContainLabels } from '#tests/e2e/support/visible-labels.ts'
import { spokenPage } from '#tests/e2e/support/spoken-page.ts'

// A fixed day, because the pages name months and years.
const now = Date.parse('2026-11-23T09:00:00Z')

for (const { funnel, orders } of allCases(berlinDate(now))) {
  // Of the orders, reads the one with the most values, because it shows the most kinds of fields.
  const [order] = orders.toSorted((a, b) => Object.keys(b.form).length - Object.keys(a.form).length)
  const branch = { name: order!.name, funnel, form: order!.form as FieldValues }
  test(
    `${funnel.type}: a screen reader reads every step in full and in order`,
    { tag: funnel.type === 'anmeldung' ? '@any-size' : ['@any-size', '@slow'] },
    async ({ page }) => {
      await page.clock.setFixedTime(now)
      await page.goto(`/${funnel.slug}`)
      const read: string[] = []
      for (const step of [1, 2, 3, 4]) {
        await expect(page.getByText(`Schritt ${step} von 4`)).toBeVisible()
        // Choices decide which fields a step shows. In the first step, they only have errors of their own.
        if (step > 1) await fillStep(page, branch, step, ({ kind }) => kind === 'choice')
        await page.locator('button[type=submit]:visible').click()
        await expect(page).toHaveTitle(/^Fehler: /)
        read.push(await readStep(page, `Schritt ${step}, mit Fehlern`))
        await fillStep(page, branch, step)
        await settle(page)
        read.push(await readStep(page, `Schritt ${step}, ausgefüllt`))
        if (step < 4) await next(page)
      }
      expect(`${read.join('\n\n')}\n`).toMatchSnapshot(`${funnel.type}.txt`)
    },
  )
}

/** Waits for the results that a step shows after a pause in typing. */
async function settle(page: Page): Promise<void> {
  await expect(page.getByText(/^Gespeichert um/)).toBeVisible()
  const ibans = await page.getByRole('textbox', { name: /IBAN/ }).count()
  await expect(page.getByText('IBAN ist gültig')).toHaveCount(ibans)
}

/** Reads the step when all of it has been loaded and it no longer changes. */
async function readStep(page: Page, title: string): Promise<string> {
  // The last step shows the number of files until their names have been loaded.
  await expect(page.getByText(/wird geladen …$|^\d+ Datei(en)?$/)).toHaveCount(0)
  await expectNamesToContainLabels(page)
  let spoken = ''
  const isSettled = async () => {
    const before = spoken
    spoken = await spokenPage(page)
    return spoken === before
  }
  await expect.poll(isSettled).toBe(true)
  return `# ${title}: ${await page.title()}\n\n${spoken}`
}
