import { type Locator, type Page, test } from 'playwright/test'
import { funnels } from '#domain/funnels/index.ts'
import { pageFacts } from '#web/features/site/content/page-facts.ts'
import { bothSizes, expect } from '#tests/e2e/support/journey.ts'
import { type RunningService, startService } from '#tests/e2e/support/running-service.ts'

const campaign = 'utm_source=brief&utm_campaign=herbst&gclid=k'
let service: RunningService

// The tests run one after another, because they share a service that is started for them.
test.describe.configure({ mode: 'default' })

test.beforeAll(async () => {
  service = await startService({
    PROVIDER_NAME: 'Lotsen & Söhne "UG"',
    PROVIDER_EMAIL: 'post@lotsen.example',
    REVIEWS_FILE: '',
  })
})
test.afterAll(() => service.stop())

/**
 * Collects uncaught errors and the console's errors and warnings, for example about hydration mismatches and blocked
 * scripts. Ignores 404 responses.
 */
function consoleErrors(page: Page): string[] {
  const seen: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !message.text().includes('404 (Not Found)'))
      seen.push(message.text())
  })
  page.on('pageerror', (error) => seen.push(error.message))
  return seen
}

test('every prerendered page hydrates without mismatches', async ({ page }) => {
  const seen = consoleErrors(page)
  for (const path of [...Object.keys(pageFacts), '/gibt/es/nicht']) {
    await page.goto(`${service.url}${path}?${campaign}`)
    const drawn = await page.evaluate(async (url) => (await fetch(url)).text(), page.url())
    await page.waitForFunction(() =>
      Object.keys(document.querySelector('#root main h1') ?? {}).some((key) =>
        key.startsWith('__reactFiber'),
      ),
    )
    await expect(page, path).toHaveTitle(/<title>(.*)<\/title>/.exec(drawn)![1]!.replaceAll('&amp;', '&'))
    expect(seen, path).toEqual([])
  }
})

/** Opens a page whose scripts do not load until the returned function is called. */
async function openWithoutScripts(page: Page, path: string): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => held.promise.then(() => route.continue()))
  await page.goto(service.url + path, { waitUntil: 'commit' })
  return held.resolve
}

/** Names a control, so that a test notices if another control replaces it. */
const mark = (control: Locator) => control.evaluate((element) => element.setAttribute('data-marked', ''))
const isMarked = (control: Locator) => control.evaluate((element) => element.hasAttribute('data-marked'))

test('the first step of every form hydrates without mismatches, also in another year than it was built', async ({
  page,
}) => {
  const seen = consoleErrors(page)
  await page.clock.setSystemTime('2028-02-29T22:30:00Z')
  for (const { slug, steps } of funnels) {
    const release = await openWithoutScripts(page, `/${slug}?${campaign}`)
    const control = page.locator(`[id^=feld-${steps[0]!.fields[0]!.name}]`).first()
    await mark(control)
    release()
    await expect(page.getByRole('button', { name: 'Nächste' })).toBeEnabled()
    await expect(page.getByRole('contentinfo')).toBeVisible()
    expect(await isMarked(control), slug).toBe(true)
    expect(seen, slug).toEqual([])
    await page.unrouteAll({ behavior: 'wait' })
  }
})

test('a first step that differs from its preview replaces it: with a draft, and with an option in the link', async ({
  page,
}) => {
  const openMarked = async (path: string) => {
    const release = await openWithoutScripts(page, path)
    await mark(page.getByLabel('Vorname'))
    await page.getByLabel('Nachname').fill('Müller')
    release()
    await expect(page.getByRole('button', { name: 'Nächste' })).toBeEnabled()
    await expect(page.getByLabel('Nachname')).toHaveValue('Müller')
    await page.unrouteAll({ behavior: 'wait' })
    return isMarked(page.getByLabel('Vorname'))
  }
  expect(await openMarked('/rundfunkbeitrag-abmelden?grund=ausland')).toBe(false)
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('form-abmeldung')))
    .toContain('"abmeldegrund":"ausland"')
  expect(await openMarked('/rundfunkbeitrag-anmelden')).toBe(true)
  await page.getByLabel('Vorname').fill('Łucja')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('form-anmeldung'))).toContain('Łucja')
  expect(await openMarked('/rundfunkbeitrag-anmelden')).toBe(false)
  await expect(page.getByLabel('Vorname')).toHaveValue('Łucja')
})

test('what is entered early is kept even if an extension has changed the page, so that it cannot be hydrated', async ({
  page,
}) => {
  const release = await openWithoutScripts(page, '/rundfunkbeitrag-anmelden')
  await mark(page.getByLabel('Vorname'))
  await page.getByLabel('Vorname').evaluate((control) => control.before(document.createElement('button')))
  await page.getByLabel('Frau').check()
  await page.getByLabel('Vorname').fill('Łucja')
  release()
  await expect(page.getByRole('button', { name: 'Nächste' })).toBeEnabled()
  expect(await isMarked(page.getByLabel('Vorname'))).toBe(false)
  await expect(page.getByLabel('Vorname')).toHaveValue('Łucja')
  await expect(page.getByLabel('Frau')).toBeChecked()
})

test('what is entered before the script of the first step has loaded is kept, and nothing moves when it has', async ({
  page,
}) => {
  const release = await openWithoutScripts(page, `/rundfunkbeitrag-anmelden?${campaign}`)
  const preview = page.locator('#preview')
  const name = page.locator('[name=vorname]')
  await expect(preview.locator('h1')).toHaveText(/Anmeldung Rundfunkbeitrag/)
  const submit = preview.getByRole('button', { name: 'Wird geladen …' })
  await expect(submit).toBeDisabled()
  await page.getByLabel('Frau').check()
  await page.getByLabel('Nachname').fill('Müller')
  await page.getByLabel('Monat').fill('5')
  await name.pressSequentially('Ła')
  await name.press('Enter')
  await name.press('ArrowLeft')
  await page.evaluate(async () => document.fonts.ready)
  // Returns the position relative to the page rather than the viewport, because the page may scroll to the headline.
  const place = () =>
    name.evaluate((field) => {
      const { x, y, width, height } = field.getBoundingClientRect()
      return { x, y: y + window.scrollY, width, height }
    })
  const at = await place()
  release()
  await expect(preview).toHaveCount(0)
  await expect(page).toHaveURL(`${service.url}/rundfunkbeitrag-anmelden/step-1?${campaign}`)
  expect(await place()).toEqual(at)
  await expect(name).toBeFocused()
  await page.keyboard.type('ucj')
  await expect(name).toHaveValue('Łucja')
  await expect(page.getByLabel('Frau')).toBeChecked()
  await page.getByRole('button', { name: 'Nächste' }).click()
  await expect(page.getByRole('alert').getByRole('link')).toHaveText([/Tag|Jahr|Datum|Geburtsdatum/])
  await expect(page.getByLabel('Nachname')).toHaveValue('Müller')
  await expect(page.getByLabel('Monat')).toHaveValue('5')
})

test('a notice with an alternative appears only if the script of a step takes long to load', async ({
  page,
}) => {
  const release = await openWithoutScripts(page, '/rundfunkbeitrag-anmelden')
  const notice = page.getByText('Das Formular lädt noch.').locator('..')
  await expect(page.locator('#preview h1')).toBeVisible()
  // An animation shows the notice after a delay. The test moves it to its start or end, because waiting would depend on
  // the speed of the machine.
  const put = (place: 'start' | 'end') =>
    notice.evaluate((element, at) => {
      const [animation] = element.getAnimations()
      animation!.pause()
      animation!.currentTime = at === 'start' ? 0 : animation!.effect!.getComputedTiming().endTime!
    }, place)
  // The animation exists once the style sheet has been loaded.
  await expect.poll(() => notice.evaluate((element) => element.getAnimations().length)).toBe(1)
  await put('start')
  await expect(notice).toBeHidden()
  await put('end')
  await expect(notice).toBeVisible()
  await expect(notice.getByRole('link', { name: 'schreiben Sie uns' })).toHaveAttribute('href', '/kontakt')
  release()
  await expect(page.locator('#root h1')).toBeVisible()
  await expect(notice).toHaveCount(0)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test(
    'pages, selection, contact and withdrawal work and keep the campaign',
    bothSizes,
    async ({ page, isMobile }) => {
      await page.goto(`${service.url}/?${campaign}`)
      if (isMobile) await page.getByRole('button', { name: 'Menü' }).click()
      await expect(page.getByRole('banner').getByRole('link', { name: /Ändern|Daten ändern/ })).toBeVisible()
      if (isMobile) await page.keyboard.press('Escape')
      const question = page.locator('details[name=faq]').first()
      await question.locator('summary').click()
      await expect(question.getByText('ein unabhängiger, privater Dienst')).toBeVisible()
      await page.getByRole('main').getByRole('link', { name: 'Jetzt Antrag starten' }).first().click()
      await expect(page).toHaveURL(`${service.url}/rundfunkbeitrag-auswahl?${campaign}`)
      await expect(page.locator(`#anliegen a[href="/rundfunkbeitrag-aendern?${campaign}"]`)).toBeVisible()
      const fits = page.locator('#anliegen details').nth(1)
      await fits.getByText('Passt das zu mir?').click()
      await expect(fits.getByRole('heading', { name: 'Das passt, wenn:' })).toBeVisible()
      await expect(fits).toContainText('kostenlos direkt beim Beitragsservice')
      await expect(page.getByRole('button', { name: /Passt das zu mir/ })).toHaveCount(0)
      await page.getByRole('link', { name: 'Zurück zur Startseite' }).click()
      await expect(page).toHaveURL(`${service.url}/?${campaign}`)

      await page.goto(`${service.url}/impressum`)
      await expect(page.getByText('Lotsen & Söhne "UG"').first()).toBeVisible()
      await page.goto(`${service.url}/widerruf`)
      await page.getByLabel('Name').fill('Łucja Müller')
      await page.getByLabel('E-Mail-Adresse').fill('lucja@example.org')
      await page.getByRole('button', { name: 'Weiter zur Prüfung' }).click()
      await page.getByRole('button', { name: 'Angaben ändern' }).click()
      await expect(page.getByLabel('Name')).toHaveValue('Łucja Müller')
      await expect(page.locator('h1')).toHaveCSS('font-family', /^Figtree/)
      await page.getByRole('button', { name: 'Weiter zur Prüfung' }).click()
      await page.getByRole('button', { name: 'Widerruf bestätigen' }).click()
      await expect(page.getByText('Eine Bestätigung mit Inhalt, Datum und Uhrzeit')).toBeVisible()

      await page.goto(`${service.url}/kontakt`)
      await page.getByLabel('Name').fill('Łucja Müller')
      await page.getByLabel('E-Mail-Adresse').fill('lucja@example.org')
      await page.getByRole('combobox', { name: 'Anliegen' }).selectOption('sonstiges')
      await page.getByRole('textbox', { name: 'Nachricht' }).fill('Hallo')
      await page.getByRole('button', { name: 'Nachricht senden' }).click()
      await expect(page.getByRole('heading', { name: 'Nachricht gesendet' })).toBeVisible()
      await page.goto(`${service.url}/rundfunkbeitrag-anmelden`)
      await expect(page.getByRole('link', { name: 'direkt beim Beitragsservice' })).toBeVisible()
      for (const path of ['/impressum', '/widerruf'])
        await expect(page.locator(`noscript a[href="${path}"]`)).toBeVisible()
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      await expect(page.locator('#preview')).toBeHidden()
    },
  )
})
