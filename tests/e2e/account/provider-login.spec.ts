import { type AddressInfo, createServer } from 'node:net'
import { providerCallbackPath } from '#domain/users/provider-login.ts'
import { expectNoOverflow } from '#tests/e2e/desk/desk-test.ts'
import { expectAccessible } from '#tests/e2e/support/expect-accessible.ts'
import { expect, test as base } from '#tests/e2e/support/journey.ts'
import { type RunningService, startService } from '#tests/e2e/support/running-service.ts'
import { type Account, clientId, startProvider } from '#tests/service/oidc/run-provider.ts'

const clientSecret = 'secret-of-the-client'

interface Fixtures {
  service: RunningService
  accounts: Map<string, Account>
}

/** Returns a free port. The provider must know the address of the service before it starts. */
async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Playwright test with a service whose users log in at a real provider on this machine. */
const test = base.extend<object, Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright requires the first argument to be destructured
  accounts: [async ({}, use) => use(new Map()), { scope: 'worker' }],
  service: [
    async ({ accounts }, use) => {
      const port = await freePort()
      const publicUrl = `http://localhost:${port}`
      const redirectUri = publicUrl + providerCallbackPath
      const provider = await startProvider({ redirectUri, clientSecret, accounts })
      const service = await startService({
        PORT: String(port),
        PUBLIC_URL: publicUrl,
        OIDC_ISSUER: provider.issuer,
        OIDC_CLIENT_ID: clientId,
        OIDC_CLIENT_SECRET: clientSecret,
        OIDC_NAME: 'Beispiel-Konto',
      })
      await use(service)
      await service.stop()
      await provider.stop()
    },
    { scope: 'worker' },
  ],
})

test(
  'an invited marketer logs in at the provider and reaches the reports',
  { tag: '@slow' },
  async ({ page, service, accounts }, testInfo) => {
    const unique = `${testInfo.project.name}-${testInfo.retry}`.toLowerCase()
    const email = `olga-${unique}@example.org`
    await service.users('add', email, '--name', 'Olga Weiß', '--role', 'marketer')
    accounts.set(unique, { email, emailVerified: true })
    accounts.set(`other-${unique}`, { email: `other-${unique}@example.org`, emailVerified: true })
    const button = page.getByRole('link', { name: 'Mit Beispiel-Konto anmelden' })

    // An outage that ends while the page is open.
    await page.route('**/api/account', (route) => route.fulfill({ status: 503 }), { times: 1 })
    await page.goto('/berichte/abbruch?funnel=anmeldung&from=2026-11-01&to=2026-11-10')
    await expect(button).toBeVisible()
    await expectAccessible(page)
    await expectNoOverflow(page)
    await button.click()
    await page.getByRole('button', { name: 'Abbrechen' }).click()
    const note = page.getByRole('alert')
    await expect(note).toHaveText('Die Anmeldung wurde abgebrochen.')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Anmelden')
    await expect(page).toHaveURL(/\/konto$/)
    await expectAccessible(page)
    await expectNoOverflow(page)

    await button.click()
    await page.getByLabel('Kennung').fill(`other-${unique}`)
    await page.getByRole('button', { name: 'Weiter' }).click()
    await expect(note).toContainText('Mit diesem Konto gibt es hier keinen Zugang.')
    await expect(page).toHaveURL(/\/konto$/)

    // The provider remembers the browser, so another account needs another one. The requested page is kept.
    await page.context().clearCookies()
    await button.click()
    await page.getByLabel('Kennung').fill(unique)
    await page.getByRole('button', { name: 'Weiter' }).click()
    await expect(page).toHaveURL(/\/berichte\/abbruch\?funnel=anmeldung&from=2026-11-01&to=2026-11-10/)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Abbruch')

    // A login that failed in another tab; the note does not come back after the logout.
    await page.goto('/konto?anmeldung=expired')
    await expect(page.getByRole('heading', { name: 'Wo Sie angemeldet sind' })).toBeVisible()
    await expect(note.filter({ hasText: 'Diese Anmeldung ist abgelaufen' })).toBeVisible()
    await expect(page.getByText('Sie melden sich mit Beispiel-Konto an.')).toBeVisible()
    await expect(page.getByLabel('Bisheriges Passwort')).toHaveCount(0)
    await expectAccessible(page)
    await expectNoOverflow(page)
    await page.screenshot({ path: testInfo.outputPath('without-password.png'), fullPage: true })
    // The logout ends the session here, and continues at the provider, which asks.
    await page.getByRole('button', { name: 'Abmelden' }).click()
    await page.waitForURL(/\/session\/end\?/)
    await expect
      .poll(async () => (await page.request.get(`${service.url}/api/account`)).json())
      .toMatchObject({
        user: null,
      })
    await page.getByRole('button', { name: 'No, stay signed in' }).click()
    await expect(page).toHaveURL(/\/konto$/)
    await expect(button).toBeVisible()
    await expect(note).toHaveCount(0)
    // The provider still knows the browser, and the pages of the reports lead to its logout, too.
    await button.click()
    await expect(page.getByRole('heading', { name: 'Wo Sie angemeldet sind' })).toBeVisible()
    await page.goto('/berichte')
    await page.getByRole('button', { name: 'Abmelden' }).click()
    await page.getByRole('button', { name: 'Yes, sign me out' }).click()
    await expect(page).toHaveURL(/\/konto$/)
    await button.click()
    await expect(page.getByLabel('Kennung')).toBeVisible()
  },
)
