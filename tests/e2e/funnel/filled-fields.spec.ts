import type { Page } from 'playwright/test'
import { type Branch, branches } from '#tests/e2e/support/branches.ts'
import { fillStep, locate } from '#tests/e2e/support/fill-form.ts'
import { expect, next, test } from '#tests/e2e/support/journey.ts'
import { seedDraft } from '#tests/e2e/support/seed-draft.ts'

const branchNamed = (name: string) => branches.find((branch) => branch.name === name) as Branch
const debit = branchNamed('zusaetzlich: direct debit')
const contact = branchNamed('aenderung: contact')
const reason = branchNamed('abmeldung: an entrepreneur, sonstige without a file')

/** Returns the branch with only the values of steps 1 to `lastStep`. */
function upToStep(branch: Branch, lastStep: number): Branch {
  const steps = branch.funnel.steps.slice(0, lastStep)
  const names = new Set(steps.flatMap((step) => step.fields.map(({ name }) => name)))
  return {
    ...branch,
    form: Object.fromEntries(Object.entries(branch.form).filter(([name]) => names.has(name))),
  }
}

async function openStep(page: Page, { funnel }: Branch, step: number): Promise<void> {
  await page.goto(`/${funnel.slug}/step-${step}`)
  await expect(page.getByText(`Schritt ${step} von 4`)).toBeVisible()
}

const stored = (page: Page, type: string) =>
  page.evaluate((key) => `${localStorage.getItem(key)} ${sessionStorage.getItem(key)}`, `form-${type}`)

test('choosing „Wie bisher“ clears the payment fields permanently', async ({ page }) => {
  await seedDraft(page, upToStep(debit, 2))
  await openStep(page, debit, 3)
  await fillStep(page, debit, 3)
  await expect.poll(() => stored(page, 'zusaetzlich')).toContain('DE89370400440532013000')
  await page.getByRole('radio', { name: 'Wie bisher' }).check()
  await expect.poll(() => stored(page, 'zusaetzlich')).not.toContain('DE89370400440532013000')
  await page.getByRole('radio', { name: 'Zahlungsart ändern' }).check()
  await expect(locate(page, 'zahlungsrhythmus')).toHaveValue('')
  await expect(locate(page, 'zahlungsart')).not.toBeChecked()
  await page.getByRole('radio', { name: 'Durch Lastschrift' }).check()
  await expect(locate(page, 'iban')).toHaveValue('')
  await expect(locate(page, 'abweichenderKontoinhaber')).not.toBeChecked()
})

test('choosing another kind of change clears the errors and prefills the new contact with the current data', async ({
  page,
}) => {
  await seedDraft(page, upToStep(contact, 1))
  await openStep(page, contact, 2)
  await locate(page, 'changeType').selectOption('name')
  await next(page)
  await expect(page).toHaveTitle(/^Fehler: /)
  await locate(page, 'neuerVorname').fill('Zoë')
  await locate(page, 'changeType').focus()
  await locate(page, 'changeType').selectOption('contact')
  await expect(page).not.toHaveTitle(/^Fehler/)
  await expect(page.getByRole('alert').filter({ hasText: /Bitte prüfen Sie/ })).toHaveCount(0)
  await expect(page.locator('[aria-invalid]')).toHaveCount(0)
  await expect(locate(page, 'changeType')).toBeFocused()
  await expect(locate(page, 'neuerVorname')).toHaveValue('Zoë')
  await expect(locate(page, 'neuerNachname')).toHaveValue('Müller-Lüdenscheidt')
  await expect(locate(page, 'neueAnrede-frau')).toBeChecked()
  await expect(locate(page, 'neuesGeburtsdatum-year')).toHaveValue('1990')
  // Since `changeType` was changed, entries are not validated until the step is submitted again.
  await locate(page, 'neueAdresse.strasse').fill('Haupt')
  await locate(page, 'neueAdresse.strasse').fill('')
  await expect(page.locator('[aria-invalid]')).toHaveCount(0)

  await page.getByRole('button', { name: 'Daten aus Schritt 1 übernehmen' }).click()
  await expect(locate(page, 'neuerVorname')).toHaveValue('Łucja')
  await expect(page.getByText('Die Daten wurden übernommen.')).toBeVisible()
})

test('a button copies name and address of step 1 to the fields for the confirmation', async ({ page }) => {
  await seedDraft(page, upToStep(reason, 1))
  await openStep(page, reason, 2)
  await next(page)
  await expect(page).toHaveTitle(/^Fehler: /)
  await page.getByRole('button', { name: 'Daten aus Schritt 1 übernehmen' }).click()
  await expect(locate(page, 'bestaetigungNachname')).toHaveValue('Müller-Lüdenscheidt')
  await expect(locate(page, 'bestaetigungAdresse.strasse')).toHaveValue('Hauptstraße')
  await expect(locate(page, 'bestaetigungAdresse.ort')).toHaveValue('Berlin')
  await expect(locate(page, 'bestaetigungAdresse.ort')).not.toHaveAttribute('aria-invalid')
  await locate(page, 'email').fill('anna@example.org')
  await locate(page, 'abmeldegrund').selectOption('ausland')
  // The address was copied when it had to be German. Now it may be anywhere, so the country is asked for.
  await locate(page, 'bestaetigungAdresse.land').selectOption('Deutschland')
  await next(page)
  await expect(page.getByText('Schritt 3 von 4')).toBeVisible()
})

test('new bank details are filled with the person of step 1 and the IBAN above, and all IBANs are kept in the tab only', async ({
  page,
}) => {
  await seedDraft(page, upToStep(contact, 2))
  await openStep(page, contact, 3)
  await locate(page, 'bankdatenAendern-ja').check()
  await page.getByRole('button', { name: 'Daten aus Schritt 1 übernehmen' }).click()
  await expect(locate(page, 'neueBankdatenVorname')).toHaveValue('Łucja')
  await expect(locate(page, 'neueBankdatenGeburtsdatum-year')).toHaveValue('1990')
  await expect(locate(page, 'neueBankdatenAnrede-frau')).toBeChecked()
  await expect(locate(page, 'neueBankdatenBeitragsnummer')).toHaveValue(/123\s?456\s?789/)

  const [iban, newIban] = [locate(page, 'iban'), locate(page, 'neueBankdatenIban')]
  await locate(page, 'zahlungsweise-andere').check()
  await locate(page, 'zahlungsart').check()
  await iban.fill('DE12500105170648489890')
  await expect(newIban).toHaveValue('DE12 5001 0517 0648 4898 90')
  await expect(newIban).toHaveAccessibleDescription(/Aus der IBAN oben übernommen/)
  await iban.fill('DE89370400440532013000')
  await expect(newIban).toHaveValue('DE89 3704 0044 0532 0130 00')
  await newIban.fill('AT611904300234573201')
  await iban.fill('DE12500105170648489890')
  await expect(newIban).toHaveValue('AT61 1904 3002 3457 3201')

  await fillStep(page, contact, 3)
  const ibans = ['iban', 'bisherigeIban', 'neueBankdatenIban'].map((name) => contact.form[name] as string)
  await expect.poll(() => stored(page, 'aenderung')).toContain(ibans[1])
  const lasting = await page.evaluate(() => JSON.stringify(localStorage))
  for (const number of ibans) expect(lasting).not.toContain(number)
})
