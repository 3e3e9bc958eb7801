import type { Page } from 'playwright/test'
import { fillPerson, next } from './journey.ts'

export const deregister = '/rundfunkbeitrag-abmelden'

async function fillAccount(page: Page): Promise<void> {
  await fillPerson(page)
  const dwelling = page.getByRole('group', { name: 'Adresse', exact: true })
  await dwelling.getByLabel('Straße').fill('Hauptstraße')
  await dwelling.getByLabel('Hausnummer').fill('12a')
  await dwelling.getByLabel('PLZ').fill('10115')
  await dwelling.getByLabel('Ort').fill('Berlin')
  await page.getByLabel('Beitragsnummer').fill('123456789')
  await page.getByLabel('Zum nächstmöglichen Zeitpunkt abmelden').check()
}

/** Opens step 2 of a deregistration and chooses a reason. */
export async function openReason(page: Page, reason: string): Promise<void> {
  await page.goto(`${deregister}/step-1`)
  await fillAccount(page)
  await next(page)
  await page.getByLabel('Warum möchten Sie').selectOption(reason)
}
