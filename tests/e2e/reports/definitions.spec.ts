import { randomUUID } from 'node:crypto'
import { envelope, iso, wireEvent } from '#tests/build-events.ts'
import { expect, openReport, test } from './reports-service.ts'

// The tests run one after another, because they share a service whose database takes several seconds to fill.
test.describe.configure({ mode: 'default' })

/** Columns that are no figures. */
const places =
  /^(Antragsart|Zeit|Minute|Tag|Tage|Gerät|Stufe|Feld|Quelle|Weg|Kampagne|Browser|Nachricht|Zustand|Entstanden|Nächster Versuch|Antrag|Handlung|Nummer|Stand|Weiterleitung|Beginn|Ausgang|Herkunft|Kam bis|Bestellung|Grund|Ereignis|Zuletzt|Kanal|Wahl|Quelle, Kampagne|Ähnlich geschrieben|.* zuvor|Anteil am Start|Begonnen|Bestellt|Woche ab|nach\s+\d+ Tag(en)?|Monat|Was|Ziel|Bis heute|Ergebnis|Rückmeldung|Ab Schritt|Variante|Was nicht schlechter werden darf)$/

// The page lists fields only if events were rejected for them. The demo's own may already have been replayed.
test.beforeAll(async ({ service }) => {
  const at = iso(Date.now())
  const started = { runId: randomUUID(), occurredAt: at }
  const unknownField = wireEvent('step', { ...started, form: { hausnummernzusatz: 'b' } })
  const body = envelope([wireEvent('start', started), unknownField], { sentAt: at })
  const response = await fetch(`${service.url}/api/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(await response.json()).toMatchObject({ results: [{ status: 'stored' }, { status: 'rejected' }] })
})

for (const path of [
  '/?zeitraum=7',
  '/abbruch?zeitraum=7',
  '/attribution?zeitraum=7',
  '/kosten?zeitraum=7',
  '/ziele?zeitraum=7',
  '/rueckmeldung',
  '/versuche',
  '/bestellungen?zeitraum=7',
  '/datenqualitaet?zeitraum=7',
  '/datenqualitaet?zeitraum=7&thema=abgewiesen',
  '/datenqualitaet?zeitraum=7&thema=zustellung',
  '/laeufe?figure=completed&zeitraum=7',
])
  test(
    `each figure of ${path} is explained by a question mark`,
    { tag: path.startsWith('/abbruch') ? [] : '@slow' },
    async ({ page, isMobile }) => {
      test.skip(isMobile, 'On a phone, a list below the table explains its figures.')
      await openReport(page, path)
      const main = page.getByRole('main')
      const help = page.getByRole('button', { name: /^So wird gezählt: / })
      const unexplained = await main.getByRole('columnheader').filter({ hasNot: help }).allInnerTexts()
      const titles = unexplained.map((text) => text.replace(/\s*[↕▾▴]$/, '').trim())
      expect(titles.filter((title) => !places.test(title))).toEqual([])
      await expect(main.getByRole('button', { name: /^So wird gezählt: / }).first()).toBeVisible()
      await main
        .getByRole('button', { name: /^So wird gezählt: / })
        .first()
        .click()
      await expect(page.locator('[popover]:popover-open')).toContainText('So wird gezählt')
    },
  )
