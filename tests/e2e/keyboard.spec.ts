import type { Page } from 'playwright/test'
import { expect, expectStep, openFunnel, test } from './journey.ts'

/** Presses Tab until the focused control has this name, as someone without a mouse does. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  for (let press = 0; press < 60; press += 1) {
    await page.keyboard.press('Tab')
    const focused = page.locator(':focus')
    if ((await focused.count()) === 0) continue
    const label = await focused.evaluate((element: HTMLInputElement) => {
      const labels = [...(element.labels ?? [])].map((each) => each.textContent).join(' ')
      return (labels || element.textContent || '').trim()
    })
    if (typeof name === 'string' ? label.startsWith(name) : name.test(label)) return
  }
  throw new Error(`Tab never reached ${name}`)
}

async function type(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, label)
  await page.keyboard.type(text)
}

test('a visitor without a mouse orders', async ({ page, isMobile }) => {
  test.skip(isMobile, 'a keyboard belongs to the desktop')
  await openFunnel(page)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Zum Inhalt' })).toBeFocused()
  await tabTo(page, 'Herr')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'Frau' })).toBeChecked()
  await type(page, 'Vorname', 'Anna')
  await type(page, 'Nachname', "O'Connor")
  await type(page, 'Tag', '29')
  await type(page, 'Monat', '02')
  await type(page, 'Jahr', '1988')
  await page.keyboard.press('Enter')
  await expectStep(page, 2)

  await type(page, 'Straße', 'Lange Gasse')
  await type(page, 'Hausnummer', '3')
  await type(page, 'PLZ', '80331')
  await type(page, 'Ort', 'München')
  await tabTo(page, 'Zum nächstmöglichen')
  await page.keyboard.press('Space')
  await tabTo(page, 'Nächste')
  await page.keyboard.press('Enter')
  await expectStep(page, 3)

  await type(page, 'E-Mail-Adresse', 'anna@example.org')
  await tabTo(page, 'Zahlungsrhythmus')
  await page.keyboard.type('Jährlich')
  await tabTo(page, 'Durch Lastschrift')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: 'Durch Überweisung' })).toBeChecked()
  await tabTo(page, 'Nächste')
  await page.keyboard.press('Enter')
  await expectStep(page, 4)

  for (let boxes = await page.getByRole('checkbox').count(); boxes > 0; boxes -= 1) {
    await tabTo(page, /^Ich /)
    if (await page.locator(':focus').evaluate((element) => element.tagName === 'INPUT'))
      await page.keyboard.press('Space')
  }
  for (const box of await page.getByRole('checkbox').all()) await expect(box).toBeChecked()
  await tabTo(page, 'Kostenpflichtig beauftragen')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/testzahlung/)
})
