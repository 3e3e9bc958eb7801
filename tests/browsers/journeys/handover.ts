import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { decodeQR } from 'qr/decode.js'
import sharp from 'sharp'
import { expect, onTestFinished } from 'vitest'
import { eventually } from '#tests/eventually.ts'
import { sampleFiles } from '#tests/service/uploads/files.ts'
import type { Tab } from '#tests/browsers/driver/tab.ts'
import { journeys } from '#tests/browsers/support/journey.ts'
import {
  button,
  expectText,
  field,
  fillAddress,
  fillPerson,
  next,
  openPage,
  runIdOf,
  tickAll,
  valueOf,
  walkTo,
} from '#tests/browsers/support/site.ts'

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'formlotse-handover-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

/**
 * Presses a button that shows a QR code, and reads the code from a picture of the page, as a camera does. The button is
 * pressed by script, because browsers without a mouse device hide the one that a computer with a mouse shows.
 */
async function scan(tab: Tab, pressed: string): Promise<string> {
  await eventually(async () => {
    const isPressed = await tab.run((text) => {
      const found = [...document.querySelectorAll('button')].find((one) => one.textContent?.includes(text))
      found?.click()
      return found !== undefined
    }, pressed)
    expect(isPressed).toBe(true)
  })
  await expectText(tab, 'Link kopieren')
  const picture = path.join(await temporaryFolder(), 'code.png')
  return eventually(async () => {
    await tab.screenshot(picture)
    const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
    return decodeQR({ width: info.width, height: info.height, data })
  })
}

const fragmentOf = (link: string) => `/weiter${new URL(link).hash}`

journeys('hand-over', (journey) => {
  journey(
    'a proof that another device uploads arrives here, also after that device has reloaded',
    async (visit) => {
      const { tab, front, openOtherDevice } = visit
      await openPage(visit, '/rundfunkbeitrag-zusatzwohnung/step-1')
      await tab.type(field('beitragsnummer'), '123 456 789')
      await fillPerson(tab)
      await fillAddress(tab, 'adresse')
      await tab.click(next)
      await expectText(tab, 'Schritt 2 von 4')
      const link = await scan(tab, 'Mit dem Handy fotografieren')

      const other = await openOtherDevice()
      await openPage({ ...visit, tab: other }, fragmentOf(link))
      await expectText(other, 'Dokument fotografieren')
      expect(await other.url()).toBe(`${front.url}/weiter`)
      await expectText(tab, 'Das Handy ist verbunden.')
      await other.reload()
      await expectText(other, 'Dokument fotografieren')
      const photo = path.join(await temporaryFolder(), 'Foto.png')
      await writeFile(photo, sampleFiles['image/png'])
      await other.chooseFiles(field('mietvertrag'), [photo])
      await expectText(other, 'Angekommen.')
      await expectText(tab, 'Ihre Datei ist angekommen.')
      await tab.click('//button[normalize-space()="Fertig"]')
      await expectText(tab, 'Foto.png')
    },
  )

  journey('a draft continues on another device without IBAN, and the first device stops', async (visit) => {
    const { tab, openOtherDevice } = visit
    await openPage(visit, '/rundfunkbeitrag-anmelden/step-1')
    await walkTo(tab, 4)
    await tickAll(tab)
    const runId = await runIdOf(tab)
    const link = await scan(tab, 'Weiter auf dem Handy')

    const other = await openOtherDevice()
    await openPage({ ...visit, tab: other }, fragmentOf(link))
    await expectText(other, 'Schritt 3 von 4')
    expect(await runIdOf(other)).toBe(runId)
    expect([await valueOf(other, 'email'), await valueOf(other, 'iban')]).toEqual(['lucja@example.org', ''])
    await expectText(tab, 'Sie machen auf dem anderen Gerät weiter')
    await tab.click(button('Doch hier weitermachen'))
    await expectText(tab, 'Schritt 4 von 4')

    await openPage({ ...visit, tab: other }, fragmentOf(link))
    await expectText(other, 'Dieser Link wurde schon benutzt')
  })
})
