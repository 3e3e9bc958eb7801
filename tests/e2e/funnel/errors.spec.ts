import type { Page } from 'playwright/test'
import type { DropOffReport } from '#domain/reports/drop-off/shape.ts'
import { autofill } from '#tests/e2e/support/autofill.ts'
import {
  expect,
  expectStep,
  fillDwelling,
  fillPayment,
  fillPerson,
  next,
  openFunnel,
  orderButton,
  test,
  tickAll,
  walkTo,
} from '#tests/e2e/support/journey.ts'
import { reportsToken } from '#tests/e2e/support/running-service.ts'
import { requestText } from '#tests/e2e/support/request-text.ts'

/**
 * Expects the title and the summary to report the errors. The control `focused`, the first invalid one, must have the
 * focus and be in view.
 */
async function expectErrors(page: Page, messages: readonly string[], focused: string): Promise<void> {
  const summary = page.getByRole('alert').filter({ hasText: /Bitte prüfen Sie/ })
  await expect(page).toHaveTitle(/^Fehler: /)
  await expect(summary.getByRole('link')).toHaveText([...messages])
  for (const message of messages)
    await expect(page.locator('main').getByText(message, { exact: true }).last()).toBeVisible()
  await expect(page.locator(`[id="${focused}"]`)).toBeFocused()
  await expect(page.locator(`[id="${focused}"]`)).toBeInViewport()
  await expectQuestionInView(page, focused)
}

/** Expects the legend or the label of a control to be in view, not covered by the header. */
async function expectQuestionInView(page: Page, id: string): Promise<void> {
  const uncovered = () =>
    page.locator(`[id="${id}"]`).evaluate((control: HTMLInputElement) => {
      const question = control.closest('fieldset')?.querySelector('legend') ?? control.labels![0]!
      const { left, top, bottom } = question.getBoundingClientRect()
      const shown = [top, bottom].map((y) => document.elementFromPoint(left + 2, y > top ? y - 1 : y + 1))
      return shown.every((element) => element !== null && question.contains(element))
    })
  await expect.poll(uncovered, `the question of ${id}`).toBe(true)
}

test('step 1 names price and independence on the first screen, and lists all missing values', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await openFunnel(page)
  await expect(page.getByText(/49,99\s€ einmalig, inkl. MwSt./).first()).toBeInViewport({ ratio: 1 })
  await expect(page.getByText(/Dort ist der Antrag kostenlos/)).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 390, height: 844 })
  await next(page)
  await expectErrors(
    page,
    [
      'Bitte wählen Sie eine Anrede',
      'Bitte geben Sie Ihren Vornamen ein',
      'Bitte geben Sie Ihren Nachnamen ein',
      'Geburtsdatum ist erforderlich',
    ],
    'feld-anrede',
  )
  await page.getByRole('link', { name: 'Bitte geben Sie Ihren Nachnamen ein' }).click()
  await expect(page.getByLabel('Nachname')).toBeFocused()
  await expect(page.getByLabel('Nachname')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Nachname')).toHaveAccessibleDescription(/Bitte geben Sie Ihren Nachnamen ein/)
  await page.keyboard.type('Muster')
  const summary = page.getByRole('alert').filter({ hasText: 'Bitte prüfen Sie 3 Angaben' })
  await expect(summary.getByRole('link', { name: 'Nachnamen' })).toHaveCount(0)
  await expect(page.getByLabel('Nachname')).toBeFocused()
  await expectStep(page, 1)

  await fillPerson(page)
  await expect(page.getByLabel('Nachname')).not.toHaveAttribute('aria-invalid')
  await next(page)
  await expectStep(page, 2)
  await expect(page).not.toHaveTitle(/Fehler/)
})

const birthDates = [
  { day: '17', month: '5', year: '19', message: 'Jahr muss genau 4 Ziffern haben (aktuell: 2 Ziffern)' },
  { day: '17', month: '5', year: '', message: 'Jahr muss genau 4 Ziffern haben (z.B. 1990)' },
  { day: '17', month: '5', year: '1899', message: 'Geburtsjahr kann nicht vor 1900 liegen' },
  { day: '17', month: '5', year: '2200', message: 'Geburtsjahr kann nicht in der Zukunft liegen' },
  {
    day: '1',
    month: '1',
    year: String(new Date().getFullYear() - 10),
    message: 'Sie müssen mindestens 18 Jahre alt sein',
  },
  { day: '31', month: '2', year: '1990', message: /Format TT\.MM\.JJJJ/ },
]

test('step 1 rejects invalid names and birth dates', async ({ page }) => {
  await openFunnel(page)
  await fillPerson(page)
  await page.getByLabel('Vorname').fill('R2D2')
  await page.getByLabel('Nachname').fill('X')
  await next(page)
  await expectErrors(
    page,
    ['Vorname', 'Nachname'].map(
      (label) => `${label}: Name muss mindestens 2 Zeichen haben und darf nur Buchstaben enthalten`,
    ),
    'feld-vorname',
  )
  await page.getByLabel('Vorname').fill('Şahin')
  await page.getByLabel('Nachname').fill("O'Connor")
  for (const { day, month, year, message } of birthDates) {
    await page.getByLabel('Tag').fill(day)
    await page.getByLabel('Monat').fill(month)
    await page.getByLabel('Jahr').fill(year)
    await next(page)
    await expect(page.locator('#feld-geburtsdatum-gruppe-error')).toContainText(message)
    await expectQuestionInView(page, 'feld-geburtsdatum')
  }
  await page.getByLabel('Tag').fill('ab3x')
  await expect(page.getByLabel('Tag')).toHaveValue('3')

  const reported = ['vorname format', 'nachname tooShort']
  reported.push(...['format', 'tooEarly', 'tooLate', 'tooYoung'].map((rule) => `geburtsdatum ${rule}`))
  await expect
    .poll(() => faultsInReport(page), { timeout: 30_000 })
    .toEqual(expect.arrayContaining(reported.map((fault) => `1 ${fault}`)))
})

/** Returns today's validation errors in the report, each as step, field and violated rule. */
async function faultsInReport(page: Page): Promise<string[]> {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Berlin' }).format(Date.now())
  const response = await page.request.get(`/api/reports/drop-off?funnel=anmeldung&from=${day}&to=${day}`, {
    headers: { Authorization: `Bearer ${reportsToken}` },
  })
  const { invalid } = (await response.json()) as DropOffReport
  return invalid.map(({ step, field, rule }) => `${step} ${field} ${rule}`)
}

test('an incomplete year shows a hint instead of an error', async ({ page }) => {
  await openFunnel(page)
  await page.getByLabel('Jahr').pressSequentially('199')
  await expect(page.getByText('Beim Jahr fehlt noch eine Ziffer (z.B. 1990).')).toBeVisible()
  await page.getByLabel('Jahr').pressSequentially('0')
  await expect(page.getByText(/Beim Jahr fehlt/)).toHaveCount(0)
})

test('step 2 focuses the first empty part of the address', async ({ page }) => {
  await openFunnel(page)
  await walkTo(page, 2)
  await next(page)
  await expectErrors(
    page,
    [
      'Bitte vervollständigen Sie die Adresse: Straße, PLZ (5 Ziffern), Ort (mind. 2 Zeichen), Hausnummer fehlt',
      'Anmeldedatum ist erforderlich',
    ],
    'feld-adresse-strasse',
  )
  await page.getByLabel('Straße').fill('Hauptstraße')
  await page.getByLabel('Hausnummer').fill('12')
  await page.getByLabel('PLZ').fill('1011')
  await page.getByLabel('Zum nächstmöglichen Zeitpunkt anmelden').check()
  await next(page)
  await expectErrors(
    page,
    ['Bitte vervollständigen Sie die Adresse: PLZ (5 Ziffern), Ort (mind. 2 Zeichen) fehlt'],
    'feld-adresse-plz',
  )
  await page.getByRole('radio', { name: /andere/ }).check()
  await fillDwelling(page)
  await next(page)
  await expect(page.locator('#feld-abweichendeAdresse-strasse')).toBeFocused()
})

test('step 2 rejects a month outside the allowed range, and editing the month unticks the checkbox', async ({
  page,
}) => {
  await openFunnel(page)
  await walkTo(page, 2)
  await fillDwelling(page)
  const month = page.getByLabel('Anmeldung zu')
  const box = page.getByLabel('Zum nächstmöglichen Zeitpunkt anmelden')
  await expect(month).toHaveValue(/^\d{2}\.\d{4}$/)
  const cases = [
    ['12023', 'Bitte geben Sie ein gültiges Datum im Format MM.JJJJ ein'],
    ['132026', 'Monat muss zwischen 01 und 12 liegen'],
    ['012023', 'Jahr muss zwischen 2024 und 2030 liegen'],
    ['012024', 'Datum kann maximal 6 Monate in der Vergangenheit liegen'],
    ['122030', 'Anmeldedatum kann maximal 6 Monate in die Zukunft liegen'],
  ] as const
  for (const [typed, message] of cases) {
    await month.clear()
    await month.pressSequentially(typed)
    await expect(box).not.toBeChecked()
    await next(page)
    await expect(page.locator('#feld-anmeldungZu-error')).toContainText(message)
  }
  await box.check()
  await next(page)
  await expectStep(page, 3)
})

test('house number, postal code and city appear with a street, but can always be reached by keyboard', async ({
  page,
}) => {
  await openFunnel(page)
  await walkTo(page, 2)
  const number = page.getByLabel('Hausnummer')
  const shown = () =>
    number.evaluate((element) => getComputedStyle(element.closest('.transition-opacity')!).opacity)
  expect(await shown()).toBe('0')
  await page.getByLabel('Straße').press('Tab')
  await expect(number).toBeFocused()
  await expect.poll(shown).toBe('1')

  await page.clock.install()
  const street = page.getByLabel('Straße')
  await street.pressSequentially('Straße des 17. Juni 135')
  await street.press('Tab')
  await expect(street).toHaveValue('Straße des 17. Juni')
  await expect(number).toHaveValue('135')
  const moved = page.getByText(/Andere Ziffern in der Straße bleiben stehen/)
  await expect(moved).toBeVisible()
  await page.clock.fastForward(10_000)
  await expect(moved).toHaveCount(0)
  // The moved number is selected, so that typing replaces it.
  await page.keyboard.type('7')
  await expect(number).toHaveValue('7')

  await autofill(street, 'Torstraße 12a')
  await expect(street).toHaveValue('Torstraße')
  await expect(number).toHaveValue('12a')
  await street.fill('')
  await street.pressSequentially('1. Querstraße Q7')
  await number.focus()
  await expect(street).toHaveValue('1. Querstraße Q7')
})

test('step 3 validates e-mail, choices, IBAN and the account holder', async ({ page }) => {
  await openFunnel(page)
  await walkTo(page, 3)
  await next(page)
  await expectErrors(
    page,
    [
      'E-Mail-Adresse ist erforderlich',
      'Bitte wählen Sie einen Zahlungsrhythmus',
      'Bitte wählen Sie eine Zahlungsart',
    ],
    'feld-email',
  )
  await fillPayment(page)
  await page.getByLabel('E-Mail-Adresse').fill('lucja@example')
  const iban = page.getByRole('textbox', { name: 'IBAN' })
  await iban.fill('')
  await page.getByLabel('Abweichender Kontoinhaber').check()
  await next(page)
  await expectErrors(
    page,
    [
      'Bitte geben Sie eine gültige E-Mail-Adresse ein',
      'IBAN ist erforderlich',
      'Bitte geben Sie den Vornamen des Kontoinhabers ein',
      'Bitte geben Sie den Nachnamen des Kontoinhabers ein',
      'Bitte vervollständigen Sie die Adresse: Straße, PLZ (5 Ziffern), Ort (mind. 2 Zeichen), Hausnummer fehlt',
    ],
    'feld-email',
  )
  const email = page.getByLabel('E-Mail-Adresse')
  await email.fill('lucja@gmial.com')
  await expect(page.getByRole('button', { name: 'Meinten Sie lucja@gmail.com?' })).toBeVisible()
  await email.press('Tab')
  await page.keyboard.press('Enter')
  await expect(email).toHaveValue('lucja@gmail.com')
  await expect(email).toBeFocused()
  await page.getByLabel('Abweichender Kontoinhaber').uncheck()
  await iban.pressSequentially('de8937040044')
  await expect(iban).toHaveValue('DE89 3704 0044')
  await next(page)
  await expectErrors(page, ['Bitte geben Sie eine gültige deutsche IBAN ein'], 'feld-iban')
})

test('an IBAN is validated while typing, and the caret keeps its position', async ({ page }) => {
  await openFunnel(page)
  await walkTo(page, 3)
  await page.getByRole('radio', { name: 'Durch Lastschrift' }).check()
  const iban = page.getByRole('textbox', { name: 'IBAN' })
  await iban.pressSequentially('DE89370400440532013001')
  await expect(page.getByText('IBAN ungültig - bitte überprüfen')).toBeVisible()
  await iban.press('Backspace')
  await iban.press('0')
  await expect(page.getByText('IBAN ist gültig')).toBeVisible()
  await iban.press('Home')
  for (let press = 0; press < 4; press += 1) await iban.press('ArrowRight')
  await iban.pressSequentially('12')
  expect(await iban.evaluate((element: HTMLInputElement) => element.selectionStart)).toBe(7)
  await expect(iban).toHaveValue('DE89 1237 0400 4405 3201 3000')
})

const orderFooter = (page: Page) => page.locator('[data-order-footer]')

/** Expects that neither the header nor the footer covers the focused control. */
async function expectUncovered(page: Page): Promise<void> {
  const boxes = () =>
    page.evaluate(() => {
      const control = document.activeElement!.getBoundingClientRect()
      const [header, footer] = ['header', '[data-order-footer]'].map((one) =>
        document.querySelector(one)!.getBoundingClientRect(),
      )
      return { below: control.top - header!.bottom, above: footer!.top - control.bottom }
    })
  await expect.poll(async () => Math.min(...Object.values(await boxes()))).toBeGreaterThanOrEqual(0)
}

test('step 4 requires every consent', async ({ page }) => {
  await openFunnel(page)
  await walkTo(page, 4)
  await orderButton(page).click()
  await expectErrors(
    page,
    [
      'Sie müssen bestätigen, dass es sich um Ihre eigenen Daten handelt',
      'Sie müssen der Datenschutzerklärung zustimmen',
      'Sie müssen den AGB und Verbraucherinformationen zustimmen',
      'Sie müssen dem Widerrufsrecht zustimmen',
      'Sie müssen dem frühen Auftragsbeginn zustimmen',
      'Sie müssen der digitalen Unterschrift zustimmen',
      'Sie müssen dem SEPA-Lastschriftmandat zustimmen',
    ],
    'feld-eigeneDaten',
  )
  await page.getByLabel(/meine eigenen Daten/).check()
  await orderButton(page).click()
  await expect(page.locator('#feld-datenschutz')).toBeFocused()
  await expectUncovered(page)

  // The order button stays on the screen, with product and price directly above it.
  await expect(orderButton(page)).toHaveCount(1)
  await expect(orderFooter(page)).toContainText('Anmeldung zum Rundfunkbeitrag49,99 € inkl. MwSt., einmalig')
  await page.evaluate(() => window.scrollTo(0, 0))
  await expect(orderButton(page)).toBeInViewport({ ratio: 1 })
  // A control below the footer is on the screen, but must be scrolled into view.
  await page
    .getByRole('checkbox', { name: /SEPA-Lastschriftmandat/ })
    .first()
    .evaluate((box: HTMLElement) => {
      window.scrollBy(0, box.getBoundingClientRect().bottom - window.innerHeight + 20)
      box.focus()
    })
  await expectUncovered(page)
  await page.setViewportSize({ width: 320, height: 256 })
  await expect(orderFooter(page)).toHaveCSS('position', 'static')
  await page.setViewportSize({ width: 390, height: 844 })

  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: /^AGB/ }).first().click(),
  ])
  await expect(popup).toHaveURL(/\/agb$/)
})

test('an issue reported by the service opens the step and focuses the field', async ({ page }) => {
  await openFunnel(page)
  await walkTo(page, 4)
  await tickAll(page)
  await page.route('**/api/events', async (route) => {
    const { events } = JSON.parse(requestText(route.request())) as { events: { id: string; type: string }[] }
    const results = events.map(({ id, type }, index) =>
      type === 'complete'
        ? {
            id,
            status: 'rejected',
            issues: [{ path: 'form.adresse.plz', message: 'Die Postleitzahl gibt es nicht' }],
          }
        : { id, status: 'stored', position: index + 1 },
    )
    await route.fulfill({ json: { results } })
  })
  await orderButton(page).click()
  await expectStep(page, 2)
  await expect(page.locator('#feld-adresse-plz')).toBeFocused()
  await expect(page.getByText('Die Postleitzahl gibt es nicht').first()).toBeVisible()
  await page.unroute('**/api/events')
  await next(page)
  await expectStep(page, 4)
})

test('a key that corrects an error is shown before the errors change', async ({ page }) => {
  await openFunnel(page)
  await next(page)
  const missing = page.getByRole('alert').getByRole('link', { name: 'Bitte geben Sie Ihren Vornamen ein' })
  await expect(missing).toBeVisible()
  const atOnce = await page.getByLabel('Vorname').evaluate(async (input: HTMLInputElement) => {
    const prototype = Object.getPrototypeOf(input) as object
    Object.getOwnPropertyDescriptor(prototype, 'value')!.set!.call(input, 'Anna')
    const summary = document.querySelector('[role=alert]')!
    const before = summary.textContent
    input.dispatchEvent(new Event('input', { bubbles: true }))
    // What belongs to the task of the key is rendered in microtasks.
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
    return { value: input.value, isSummarySame: summary.textContent === before, invalid: input.ariaInvalid }
  })
  expect(atOnce).toEqual({ value: 'Anna', isSummarySame: true, invalid: 'true' })
  await expect(missing).toHaveCount(0)
  await expect(page.getByLabel('Vorname')).not.toHaveAttribute('aria-invalid')
})
