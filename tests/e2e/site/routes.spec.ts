import { type Branch, branches } from '#tests/e2e/support/branches.ts'
import { deregister, openReason } from '#tests/e2e/support/deregistration.ts'
import { expect, test } from '#tests/e2e/support/journey.ts'
import { seedDraft } from '#tests/e2e/support/seed-draft.ts'

test.skip(({ isMobile }) => isMobile, 'URLs do not depend on the screen size')

// Names of the steps of each funnel, in order. In a URL, a name can replace the number of the step. Published URLs
// contain these names, so they must not change.
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

/** Funnel whose routes `npm test` opens. */
const [first] = Object.keys(routes)

const campaign = 'utm_source=a&utm_term=b+c&gclid=d&fbclid=e'

for (const [base, names] of Object.entries(routes)) {
  const branch = branches.find(({ funnel }) => `/${funnel.slug}` === base) as Branch

  test(
    `${base}: every entry URL redirects to the canonical URL of a reachable step`,
    { tag: base === first ? [] : '@slow' },
    async ({ page }) => {
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
        const response = await page.goto(
          `${base}${way}${way.includes('?') ? '&' : '?'}${campaign}&ttclid=x&ref=y`,
        )
        expect(response?.status()).toBe(200)
        await expect(page.getByText('Schritt 1 von 4')).toBeVisible()
        expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(`${base}/step-1?${campaign}`)
      }
    },
  )

  test(
    `${base}: step numbers, step names and ?step open a reachable step`,
    { tag: '@slow' },
    async ({ page }) => {
      await seedDraft(page, branch)
      for (const [index, name] of names.entries()) {
        const step = index + 1
        const ways = [`/${name}`, `/step-1?step=${step}`]
        // The ways are the same in all funnels, so the others are tried in one of them.
        if (branch === branches[0]) ways.push(`/step-${step}`, `?step=${step}`, `/${name}?step=${step}`)
        for (const way of ways) {
          await page.goto(`${base}${way}${way.includes('?') ? '&' : '?'}gclid=d`)
          await expect(page.getByText(`Schritt ${step} von 4`)).toBeVisible()
          expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(
            `${base}/step-${step}?gclid=d`,
          )
        }
      }
      // The `step` parameter takes precedence over the path, even if there is no step with the number in the parameter.
      // In that case, step 1 is shown.
      await page.goto(`${base}/step-3?step=7`)
      await expect(page).toHaveURL(`${base}/step-1`)
    },
  )
}

test('a link preselects the reason of a deregistration, and a later link replaces only what no visitor chose', async ({
  page,
}) => {
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
  await expect.poll(kept).toMatchObject({ vorname: 'Anna', abmeldegrund: 'sonstige' })
  await openReason(page, 'verstorben')
  await expect.poll(kept).toMatchObject({ abmeldegrund: 'verstorben' })
  await page.goto(`${deregister}/grund?grund=ausland`)
  await expect(page.getByLabel('Warum möchten Sie')).toHaveValue('verstorben')
})

test('a checkout of an unknown funnel redirects to the home page with the campaign', async ({ page }) => {
  await page.goto('/checkout/nix?order=1&utm_source=google')
  await expect(page).toHaveURL('/?utm_source=google')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})
