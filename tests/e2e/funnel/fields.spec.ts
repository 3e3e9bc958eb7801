import { deregister, openReason } from '#tests/e2e/support/deregistration.ts'
import { expectAccessible } from '#tests/e2e/support/expect-accessible.ts'
import { anySize, expect, fillPerson, next, openFunnel, test } from '#tests/e2e/support/journey.ts'

test('an impossible year is reported while the date is typed', anySize, async ({ page }) => {
  await openFunnel(page)
  await page.getByLabel('Jahr').pressSequentially('1899')
  await expect(page.getByText('Jahr kann nicht vor 1900 liegen')).toBeVisible()
  await page.getByLabel('Jahr').fill('2999')
  await expect(page.getByText(`Jahr kann nicht nach ${new Date().getFullYear()} liegen`)).toBeVisible()
})

test('a date can be pasted or typed without leaving the keyboard', anySize, async ({ page }) => {
  await openFunnel(page)
  const [day, month, year] = [page.getByLabel('Tag'), page.getByLabel('Monat'), page.getByLabel('Jahr')]
  const expectDate = async (parts: readonly string[]) => {
    for (const [index, part] of [day, month, year].entries()) await expect(part).toHaveValue(parts[index]!)
  }
  await month.focus()
  await page.keyboard.insertText('17.05.1990')
  await expectDate(['17', '05', '1990'])

  for (const part of [day, month, year]) await part.fill('')
  await day.focus()
  await page.keyboard.type('17051990')
  await expect(year).toBeFocused()
  await expectDate(['17', '05', '1990'])

  // A part that is filled in keeps the focus where it is, so that a typing mistake can be corrected.
  await day.press('End')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('8')
  await expect(day).toBeFocused()
  await expectDate(['18', '05', '1990'])

  for (const part of [day, month, year]) await part.fill('')
  await day.focus()
  // Tab after a complete part, a dot after a single digit, and Backspace at the beginning of a part.
  await page.keyboard.type('17')
  await page.keyboard.press('Tab')
  await expect(month).toBeFocused()
  await page.keyboard.type('5.')
  await expect(year).toBeFocused()
  await page.keyboard.press('Backspace')
  await expect(month).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.type('1990')
  await expectDate(['17', '5', '1990'])
})

test('a Beitragsnummer is accepted with any grouping', anySize, async ({ page }) => {
  await page.goto(`${deregister}/step-1`)
  const number = page.getByLabel('Beitragsnummer')
  for (const typed of ['123456789', '12 34 56 789', '123.456.789', ' 123-456-789 ']) {
    await number.fill('')
    await number.pressSequentially(typed)
    await expect(number).toHaveValue('123 456 789')
  }
  await number.fill('123 456 78')
  await fillPerson(page)
  await next(page)
  await expect(number).toHaveAccessibleDescription(/Beitragsnummer muss genau 9 Ziffern enthalten/)
  await number.press('End')
  await page.keyboard.type('9')
  await expect(number).not.toHaveAccessibleDescription(/Ziffern enthalten/)
})

test('moving abroad asks for the country first, and the form follows it', async ({ page }) => {
  await openReason(page, 'ausland')
  await page.getByLabel('Vorname').fill('Łucja')
  await page.getByLabel('Nachname').fill('Müller')
  await page.getByLabel('E-Mail-Adresse').fill('lucja@example.org')
  const address = page.getByRole('group', { name: 'Adresse', exact: true })
  const [country, code] = [address.getByLabel('Land'), address.getByLabel('PLZ')]
  await expect(address.getByRole('combobox').or(address.getByRole('textbox')).first()).toHaveAccessibleName(
    'Land',
  )
  await expect(country).toHaveValue('')
  await address.getByLabel('Straße').fill('Calle Mayor 8')
  await code.fill('28013')
  await expect(address.getByLabel('Hausnummer')).toHaveValue('8')
  await address.getByLabel('Ort').fill('Madrid')
  await expectAccessible(page)
  await next(page)
  await expect(country).toHaveAccessibleDescription(/Adresse: Land fehlt/)
  await expect(country).toBeFocused()

  await country.selectOption('Deutschland')
  await expect(code).toHaveAttribute('inputmode', 'numeric')
  await expect(code).toHaveAttribute('maxlength', '5')
  await country.selectOption('Vereinigte Arabische Emirate')
  await expect(code).toHaveAccessibleName('PLZ (falls vorhanden)')
  await expect(code).toHaveAttribute('aria-required', 'false')
  await country.selectOption('Vereinigtes Königreich')
  await expect(code).toHaveAttribute('placeholder', 'z. B. SW1A 1AA')
  await expect(code).not.toHaveAttribute('inputmode')
  await code.fill('SW1A 2AA')
  await expect(country).not.toHaveAccessibleDescription(/fehlt/)
  // In this country a number at the end of the street is not a house number.
  await address.getByLabel('Straße').fill('High Street 8')
  await code.focus()
  await expect(address.getByLabel('Straße')).toHaveValue('High Street 8')
  await next(page)
  await expect(page.getByText('Schritt 3 von 4')).toBeVisible()
  await page.goBack()
  await expect(country).toHaveValue('Vereinigtes Königreich')

  // With this reason, the address must be in Germany. After it, the country must be chosen anew.
  await page.getByLabel('Warum möchten Sie').selectOption('sonstige')
  await expect(country).toHaveCount(0)
  await code.fill('10115')
  await page.getByLabel('Warum möchten Sie').selectOption('ausland')
  await expect(country).toHaveValue('')
  await page.getByLabel('Warum möchten Sie').selectOption('sonstige')
  await next(page)
  await expect(page.getByText('Schritt 3 von 4')).toBeVisible()
})

test('a long text is counted but never truncated', { tag: '@slow' }, async ({ page }) => {
  await openReason(page, 'sonstige')
  await page.getByRole('button', { name: 'Daten aus Schritt 1 übernehmen' }).click()
  await page.getByLabel('E-Mail-Adresse').fill('lucja@example.org')
  await next(page)
  const reason = page.getByLabel('Aus welchem Grund')
  await expect(page.getByText('0 von 400 Zeichen')).toBeVisible()
  await reason.fill('x'.repeat(395))
  await expect(page.getByText('395 von 400 Zeichen')).toBeVisible()
  await expect(page.getByText('Noch 5 Zeichen möglich')).toBeAttached()
  await reason.fill('x'.repeat(412))
  await expect(page.getByText('12 Zeichen zu viel').first()).toBeVisible()
  await next(page)
  await expect(reason).toHaveAccessibleDescription(/maximal 400 Zeichen/)
  await expectAccessible(page)
  await reason.fill('Auszug')
  await expect(page.getByText('6 von 400 Zeichen')).toBeVisible()
})

test('the help text about the proof can be opened with the keyboard', async ({ page }) => {
  await openReason(page, 'mitbewohner')
  await page.getByRole('button', { name: 'Daten aus Schritt 1 übernehmen' }).click()
  await page.getByLabel('E-Mail-Adresse').fill('lucja@example.org')
  await next(page)
  const summary = page.getByText('Warum wir den Nachweis benötigen').first()
  const text = page.locator('details > div').first()
  await expect(text).toBeHidden()
  await summary.press('Enter')
  await expect(text).toBeVisible()
  await expectAccessible(page)
})
