import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'vitest'
import { eventually } from '#tests/eventually.ts'
import { pdfOf } from '#tests/service/uploads/files.ts'
import { journeys } from '#tests/browsers/support/journey.ts'
import {
  expectText,
  expectUrl,
  field,
  fillAddress,
  fillDwelling,
  fillPayment,
  fillPerson,
  link,
  messagesOf,
  next,
  openPage,
  orderButton,
  orderOf,
  reload,
  runIdOf,
  tickAll,
  valueOf,
  walkTo,
} from '#tests/browsers/support/site.ts'
import type { Tab } from '#tests/browsers/driver/tab.ts'

const slug = '/rundfunkbeitrag-anmelden'

const focusedId = (tab: Tab) => tab.run(() => document.activeElement?.id)
const expectFocus = (tab: Tab, name: string) =>
  eventually(async () => expect(await focusedId(tab)).toBe(`feld-${name}`))

/** Returns whether a control is in view and not covered. */
const isInView = (tab: Tab, name: string) =>
  tab.run((id) => {
    const control = document.getElementById(id)!
    const { left, top, width, height } = control.getBoundingClientRect()
    return document.elementFromPoint(left + width / 2, top + height / 2) === control
  }, `feld-${name}`)

/** Enters a photo that must be scaled down: random pixels, which JPEG cannot compress. Returns its size in bytes. */
async function choosePhoto(id: string): Promise<number> {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width: 3000, height: 1500 })
  const context = canvas.getContext('2d')!
  const pixels = context.createImageData(3000, 1500)
  for (let at = 0; at < pixels.data.length; at += 1)
    pixels.data[at] = at % 4 === 3 ? 255 : Math.random() * 255
  context.putImageData(pixels, 0, 0)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.95))
  const files = new DataTransfer()
  files.items.add(new File([blob!], 'IMG_1.jpg', { type: 'image/jpeg' }))
  const input = document.getElementById(id) as HTMLInputElement
  input.files = files.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
  return blob!.size
}

journeys('form', (journey) => {
  journey(
    'a pressed Next with missing values focuses the first one, and each error leads to its field',
    async (visit) => {
      const { tab } = visit
      await openPage(visit, `${slug}/step-1`)
      await tab.click(next)
      await expectText(tab, 'Geburtsdatum ist erforderlich')
      await expectFocus(tab, 'anrede')
      await eventually(async () => expect(await isInView(tab, 'anrede')).toBe(true))
      await tab.click(link('Bitte geben Sie Ihren Nachnamen ein'))
      await expectFocus(tab, 'nachname')
      await eventually(async () => expect(await isInView(tab, 'nachname')).toBe(true))
      await fillPerson(tab)
      await tab.click(next)
      await expectText(tab, 'Schritt 2 von 4')
      await tab.back()
      await expectText(tab, 'Schritt 1 von 4')
      expect(await valueOf(tab, 'vorname')).toBe('Łucja')
    },
  )

  journey(
    'proofs survive a reload and reach the receiver unchanged, and a photo is scaled down',
    async (visit) => {
      const { tab } = visit
      await openPage(visit, '/rundfunkbeitrag-zusatzwohnung/step-1')
      await fillPerson(tab)
      await fillAddress(tab, 'adresse')
      await tab.type(field('beitragsnummer'), '123456789')
      await tab.click(next)
      await expectText(tab, 'Schritt 2 von 4')
      await fillAddress(tab, 'abweichendeAdresse')
      await tab.click(field('naechstmoeglich'))
      const lease = path.join(tmpdir(), `Mietvertrag Łódź ${process.pid}.pdf`)
      const content = pdfOf(700_000)
      await writeFile(lease, content)
      await tab.chooseFiles(field('mietvertrag'), [lease])
      await expectText(tab, 'Hochgeladen')
      const photoSize = await tab.run(choosePhoto, 'feld-mietvertrag')
      await eventually(async () =>
        expect((await expectText(tab, 'IMG_1')).split('Hochgeladen')).toHaveLength(3),
      )
      await reload(tab)
      expect(await expectText(tab, 'IMG_1.jpg')).toContain('684 KB')
      await tab.click(next)
      await expectText(tab, 'Schritt 3 von 4')
      await tab.type(field('email'), 'lucja@example.org')
      await tab.click(field('zahlungsweise'))
      await tab.click(next)
      await expectText(tab, 'Schritt 4 von 4')
      const runId = await runIdOf(tab, 'zusaetzlich')
      await tickAll(tab)
      await tab.click(orderButton)
      await expectUrl(tab, /\/testzahlung\?/)
      const { mietvertrag } = (await orderOf(visit, runId)).uploads as {
        mietvertrag: { content: string; size: number }[]
      }
      expect(Buffer.from(mietvertrag[0]!.content, 'base64').equals(content)).toBe(true)
      expect(mietvertrag[1]!.size).toBeLessThan(photoSize)
    },
  )

  journey(
    'a reload keeps all values, and a new tab those of a closed one without the IBAN',
    async (visit) => {
      const { tab, browser, front } = visit
      await openPage(visit, `${slug}/step-1`)
      await walkTo(tab, 3)
      await fillPayment(tab)
      const runId = await runIdOf(tab)
      await reload(tab)
      await expectText(tab, 'Schritt 3 von 4')
      expect(await valueOf(tab, 'email')).toBe('lucja@example.org')
      expect(await valueOf(tab, 'iban')).toBe('DE89 3704 0044 0532 0130 00')
      expect(await runIdOf(tab)).toBe(runId)

      const other = await browser.newTab()
      await tab.close()
      await other.open(`${front.url}${slug}/step-3`)
      await expectText(other, 'Schritt 3 von 4')
      expect(await runIdOf(other)).toBe(runId)
      await eventually(async () => expect(await valueOf(other, 'email')).toBe('lucja@example.org'))
      expect(await valueOf(other, 'iban')).toBe('')
      expect(await other.run(() => JSON.stringify(localStorage))).not.toContain('370400440532013000')
      await eventually(() =>
        expect(messagesOf(visit, runId).map(({ meta }) => meta.event)).toContain('abandon'),
      )
    },
  )

  journey('offline, the steps go on and the order fails, and online one order is stored', async (visit) => {
    const { tab, front } = visit
    await openPage(visit, `${slug}/step-1`)
    const runId = await runIdOf(tab)
    await walkTo(tab, 2)
    front.faultOf = () => 'reset'
    await fillDwelling(tab)
    await tab.click(next)
    await expectText(tab, 'Schritt 3 von 4')
    await fillPayment(tab)
    await tab.click(next)
    await expectText(tab, 'Schritt 4 von 4')
    await tickAll(tab)
    await tab.click(orderButton)
    await expectText(tab, 'keine Verbindung')
    front.faultOf = () => undefined
    await tab.click(orderButton)
    await expectUrl(tab, /\/testzahlung\?/)
    const { events } = await orderOf(visit, runId)
    expect(events.map(({ type, step }) => `${type} ${step}`)).toEqual(
      expect.arrayContaining(['start 1', 'step 2', 'step 3', 'email 3', 'complete 4']),
    )
  })

  journey('the draft can be deleted in a dialog, which keeps the keyboard focus', async (visit) => {
    const { tab } = visit
    await openPage(visit, `${slug}/step-1`)
    await fillPerson(tab)
    const runId = await runIdOf(tab)
    await tab.click('//main//button[normalize-space()="Entwurf löschen"][not(ancestor::dialog)]')
    await eventually(async () =>
      expect(await tab.run(() => document.activeElement?.closest('dialog') !== null)).toBe(true),
    )
    await tab.click('//dialog//button[normalize-space()="Behalten"]')
    expect(await valueOf(tab, 'vorname')).toBe('Łucja')
    expect(await tab.run(() => document.activeElement?.textContent)).toBe('Entwurf löschen')
    await tab.click('//main//button[normalize-space()="Entwurf löschen"][not(ancestor::dialog)]')
    await tab.click('//dialog//button[normalize-space()="Entwurf löschen"]')
    await expectText(tab, 'Ihr Entwurf wurde gelöscht.')
    expect(await valueOf(tab, 'vorname')).toBe('')
    await eventually(async () => expect(await runIdOf(tab)).not.toBe(runId))
  })
})
