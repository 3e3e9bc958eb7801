import { type Branch, branches } from './branches.ts'
import { expect, test } from './journey.ts'
import { seedDraft } from './seed-draft.ts'

test.skip(({ isMobile }) => isMobile, 'addresses do not depend on the size')

// Both route tables of the specification (part 1, 2.1; part 2, 2.1), with aliases by content (DESIGN 10.4, 10.5).
const routes = {
  '/rundfunkbeitrag-anmelden': ['persoenliche-daten', 'wohnungsdetails', 'zahlungsdaten', 'bestaetigung'],
  '/rundfunkbeitrag-abmelden': ['persoenliche-daten', 'grund', 'dokumente', 'bestaetigung'],
  '/rundfunkbeitrag-zusatzwohnung': [
    'persoenliche-daten',
    'wohnungsdetails',
    'zahlungsdaten',
    'bestaetigung',
  ],
  '/rundfunkbeitrag-aendern': ['persoenliche-daten', 'aenderungstyp', 'neue-daten', 'bestaetigung'],
}

const campaign = 'utm_source=a&utm_term=b+c&gclid=d&fbclid=e'

for (const [base, names] of Object.entries(routes)) {
  const branch = branches.find(({ funnel }) => `/${funnel.slug}` === base) as Branch

  test(`${base}: every way in ends at the canonical address of a step that is open`, async ({ page }) => {
    const ways = [
      '',
      '/',
      '/persoenliche-daten',
      '/bestaetigung',
      '/step-3',
      '/step-9',
      '/quatsch',
      '?step=2',
    ]
    for (const way of ways) {
      const answer = await page.goto(
        `${base}${way}${way.includes('?') ? '&' : '?'}${campaign}&ttclid=x&ref=y`,
      )
      expect(answer?.status()).toBe(200)
      await expect(page.getByText('Schritt 1 von 4')).toBeVisible()
      expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(`${base}/step-1?${campaign}`)
    }
  })

  test(`${base}: numbers, names and ?step lead to a step that is open`, async ({ page }) => {
    await seedDraft(page, branch)
    for (const [index, name] of names.entries()) {
      const step = index + 1
      for (const way of [
        `/step-${step}`,
        `/${name}`,
        `?step=${step}`,
        `/step-1?step=${step}`,
        `/${name}?step=${step}`,
      ]) {
        await page.goto(`${base}${way}${way.includes('?') ? '&' : '?'}gclid=d`)
        await expect(page.getByText(`Schritt ${step} von 4`)).toBeVisible()
        expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(`${base}/step-${step}?gclid=d`)
      }
    }
    // What is asked for by number wins, also where there is no such step.
    await page.goto(`${base}/step-3?step=7`)
    await expect(page).toHaveURL(`${base}/step-1`)
  })
}

test('a link chooses the reason of a deregistration, and never changes one', async ({ page }) => {
  await page.goto('/rundfunkbeitrag-abmelden/grund?grund=ausland&utm_source=a')
  await expect(page).toHaveURL('/rundfunkbeitrag-abmelden/step-1?utm_source=a')
  const kept = () =>
    page.evaluate(() => {
      const draft = JSON.parse(localStorage.getItem('form-abmeldung') ?? '{}') as { answers?: object }
      return draft.answers
    })
  await expect.poll(kept).toMatchObject({ abmeldegrund: 'ausland' })
  await page.goto('/rundfunkbeitrag-abmelden?grund=sonstige')
  await page.getByLabel('Vorname').fill('Anna')
  await expect.poll(kept).toMatchObject({ vorname: 'Anna' })
  expect(await kept()).toMatchObject({ abmeldegrund: 'ausland' })
})

test('a checkout of no funnel and an order of another device go home with their campaign', async ({
  page,
}) => {
  await page.goto('/checkout/nix?order=1&utm_source=google')
  await expect(page).toHaveURL('/?utm_source=google')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})
