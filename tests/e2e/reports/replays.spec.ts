import { anySize } from '#tests/e2e/support/journey.ts'
import { expectAccessible } from '#tests/e2e/support/expect-accessible.ts'
import { expect, germanNumber, openReport, test, waitUntilLoaded } from './reports-service.ts'

test.describe.configure({ mode: 'default' })

// A second run on the same service could find nothing that is left to replay.
test(
  'events that were rejected for a field of an earlier release are replayed and counted',
  anySize,
  async ({ page }) => {
    await openReport(page, '/datenqualitaet?zeitraum=28&thema=abgewiesen')
    const main = page.getByRole('main')
    const table = main.getByRole('table', { name: 'Wegen unbekannter Felder abgewiesen' })
    const button = table.getByRole('button', { name: /nachholen: adresszusatz, / }).first()
    const name = (await button.getAttribute('aria-label'))!
    const count = germanNumber(name)
    await expectAccessible(page)
    await button.click()
    const dialog = page.getByRole('dialog', { name: 'Ereignisse nachholen?' })
    await expect(dialog).toContainText(
      count === 1 ? '1 abgewiesenes Ereignis' : `${count} abgewiesene Ereignisse`,
    )
    await dialog.getByRole('button', { name: 'Abbrechen' }).click()
    await expect(button).toBeVisible()

    await button.click()
    await dialog.getByRole('button', { name: 'Nachholen' }).click()
    const done = main.getByText(/^[\d.]+ Ereignisse? nachgeholt/)
    await expect(done).toBeVisible()
    const replayed = germanNumber(await done.innerText())
    expect(replayed).toBeGreaterThan(0)
    await expect(main.getByRole('button', { name, exact: true })).toHaveCount(0)

    // The waterfall of the quality page counts them as stored.
    await expect(async () => {
      await openReport(page, '/datenqualitaet?zeitraum=28')
      await waitUntilLoaded(page)
      await expect(main.getByText(/(war|waren) zunächst abgewiesen/)).toContainText(String(replayed), {
        timeout: 1000,
      })
    }).toPass()
  },
)
