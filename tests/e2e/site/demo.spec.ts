import { expectAccessible } from '#tests/e2e/support/expect-accessible.ts'
import { expect, test } from '#tests/e2e/support/journey.ts'

test('the demo pages show individual components and are excluded from search engines', async ({
  page,
  isMobile,
}) => {
  test.skip(isMobile, 'the same fields are tested on a phone by the forms')
  const response = await page.goto('/features')
  expect(response!.headers()['x-robots-tag']).toBe('noindex')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Bausteine')
  await expect(page.locator('meta[name=robots]')).toHaveCount(1)
  const targets = await main
    .getByRole('listitem')
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  expect(targets.toSorted((a, b) => a.localeCompare(b))).toEqual([
    '/demo/address',
    '/demo/colors',
    '/demo/date-validation',
    '/rundfunkbeitrag-abmelden',
    '/rundfunkbeitrag-aendern',
    '/rundfunkbeitrag-anmelden',
    '/rundfunkbeitrag-auswahl',
    '/rundfunkbeitrag-zusatzwohnung',
  ])

  await main.getByRole('link', { name: 'Farben' }).click()
  await expect(main.getByRole('listitem')).toHaveCount(19)
  await expect(page.locator('meta[name=robots][content=noindex]')).toHaveCount(1)
  await expectAccessible(page)

  await main.getByRole('link', { name: 'Alle Bausteine' }).click()
  await main.getByRole('link', { name: 'Datumseingabe' }).click()
  await main.getByRole('button', { name: 'Angaben prüfen' }).click()
  await expect(main.getByText('Geburtsdatum ist erforderlich').first()).toBeVisible()
  await expectAccessible(page)

  await main.getByRole('link', { name: 'Alle Bausteine' }).click()
  await main.getByRole('link', { name: 'Adresseingabe' }).click()
  await main.getByLabel('Straße').fill('Hafenstraße')
  await main.getByLabel('Hausnummer').fill('1')
  await main.getByLabel('PLZ').fill('20457')
  await main.getByLabel('Ort').fill('Hamburg')
  await main.getByRole('button', { name: 'Angaben prüfen' }).click()
  await expect(main.getByRole('status')).toContainText('Alles in Ordnung: Hafenstraße 1')
  await page.goto('/')
  await expect(page.locator('a[href^="/demo"], a[href^="/features"]')).toHaveCount(0)
  await expect(page.locator('meta[name=robots][content=noindex]')).toHaveCount(0)
})
