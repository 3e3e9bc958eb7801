import { type Page, test as base, expect } from 'playwright/test'
import { consentKey } from '#web/features/consent/consent.ts'
import { type RunningService, startService } from './running-service.ts'

export { expect }

/** Tag of tests that do not depend on the screen size. They run only in the `phone` project. */
export const anySize = { tag: '@any-size' }

/** Tag of tests about what a page looks like on either size. They run in both projects even in `npm test`. */
export const bothSizes = { tag: '@both-sizes' }

/** Stores a refusal of marketing on the device, so that the consent dialog does not appear. */
export async function refuseMarketing(page: Page): Promise<void> {
  const refused = JSON.stringify({ version: 2, choice: 'none', at: '2026-11-01T08:00:00.000Z' })
  await page.addInitScript(([key, choice]) => localStorage.setItem(key!, choice!), [consentKey, refused])
}

/**
 * Waits until the preview is gone and React has hydrated the page. No visitor is fast enough to interact before that.
 */
export async function waitUntilInteractive(page: Page): Promise<void> {
  await page.locator('#preview').waitFor({ state: 'detached' })
  await page.waitForFunction(() =>
    [...document.querySelectorAll('#root :is(main h1, footer, section[aria-label=Bewertungen])')].every(
      (drawn) => Object.keys(drawn).some((key) => key.startsWith('__reactFiber')),
    ),
  )
}

/** Playwright test with one service per worker and a new visitor per test. */
export const test = base.extend<
  { showConsentDialog: boolean; errors: string[] },
  { service: RunningService }
>({
  /** `true`: the consent dialog appears; `false`: the visitor has already refused marketing. */
  showConsentDialog: [false, { option: true }],
  service: [
    // Playwright requires the first argument to be destructured.
    // oxlint-disable-next-line no-empty-pattern -- Playwright derives the dependencies of a fixture from it
    async ({}, use) => {
      const service = await startService()
      await use(service)
      await service.stop()
    },
    { scope: 'worker' },
  ],
  page: async ({ page }, use) => {
    const goTo = page.goto.bind(page)
    const reload = page.reload.bind(page)
    page.goto = async (...how) => {
      const response = await goTo(...how)
      await waitUntilInteractive(page)
      return response
    }
    page.reload = async (...how) => {
      const response = await reload(...how)
      await waitUntilInteractive(page)
      return response
    }
    await use(page)
  },
  baseURL: async ({ service }, use) => use(service.url),
  /** Errors of the page. Errors that are left at the end fail the test, so a test must remove those that it expects. */
  errors: [
    async ({ page, showConsentDialog }, use) => {
      const errors: string[] = []
      if (!showConsentDialog) await refuseMarketing(page)
      page.on('pageerror', (error) => errors.push(error.message))
      page.on('console', (message) => {
        // Ignores messages about failed requests, because tests let requests fail on purpose.
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
          errors.push(message.text())
      })
      await use(errors)
      expect(errors).toEqual([])
    },
    { auto: true },
  ],
})

export const slug = '/rundfunkbeitrag-anmelden'

export async function openFunnel(page: Page, at = '/step-1'): Promise<void> {
  await page.goto(slug + at)
  // Only the fixture's `page` waits automatically after loading. Pages that a test opens itself do not.
  await waitUntilInteractive(page)
  await expect(page.getByText(/^Schritt \d von 4$/)).toBeVisible()
}

export async function expectStep(page: Page, step: number): Promise<void> {
  await expect(page.getByText(`Schritt ${step} von 4`)).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`${slug}/step-${step}(\\?|$)`))
}

export async function next(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Nächste' }).click()
}

export const orderButton = (page: Page) => page.getByRole('button', { name: 'Kostenpflichtig beauftragen' })

export async function fillPerson(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'Frau' }).check()
  await page.getByLabel('Vorname').fill('Łucja')
  await page.getByLabel('Nachname').fill('Müller-Lüdenscheidt')
  await page.getByLabel('Tag').fill('17')
  await page.getByLabel('Monat').fill('5')
  await page.getByLabel('Jahr').fill('1990')
}

export async function fillDwelling(page: Page): Promise<void> {
  const dwelling = page.getByRole('group', { name: 'Adresse', exact: true })
  await dwelling.getByLabel('Straße').fill('Hauptstraße')
  await dwelling.getByLabel('Hausnummer').fill('12a')
  await dwelling.getByLabel('PLZ').fill('10115')
  await dwelling.getByLabel('Ort').fill('Berlin')
  await page.getByLabel('Zum nächstmöglichen Zeitpunkt anmelden').check()
}

export async function fillPayment(page: Page): Promise<void> {
  await page.getByLabel('E-Mail-Adresse').fill('lucja@example.org')
  await page.getByLabel('Zahlungsrhythmus').selectOption('vierteljaehrlich')
  await page.getByRole('radio', { name: 'Durch Lastschrift' }).check()
  await page.getByRole('textbox', { name: 'IBAN' }).fill('DE89370400440532013000')
}

/** Goes from step 1 to the given step with valid values. */
export async function walkTo(page: Page, step: number): Promise<void> {
  const fills = [fillPerson, fillDwelling, fillPayment]
  for (const [index, fill] of fills.slice(0, step - 1).entries()) {
    await expectStep(page, index + 1)
    await fill(page)
    await next(page)
  }
  await expectStep(page, step)
}

/** Ticks the consents. */
export async function tickAll(page: Page): Promise<void> {
  for (const box of await page.locator('input[type=checkbox][required]').all()) await box.check()
}

/** Returns the webhook message of a run's order, or undefined until it has arrived. */
export const orderMessageOf = ({ messages }: Pick<RunningService, 'messages'>, runId: string) =>
  messages.find(({ meta }) => meta.funnelId === runId && meta.completionStatus === 'completed')

export async function runIdOf(page: Page, funnelType = 'anmeldung'): Promise<string> {
  const draft = await page.evaluate((type) => localStorage.getItem(`form-${type}`), funnelType)
  return (JSON.parse(draft ?? '{}') as { runId: string }).runId
}
