import type { Browser, Locator, Page } from 'playwright/test'
import { decodeQR } from 'qr/decode.js'
import sharp from 'sharp'
import { sampleFiles } from '#tests/service/uploads/files.ts'
import { branches } from '#tests/e2e/support/branches.ts'
import { expectAccessible } from '#tests/e2e/support/expect-accessible.ts'
import { fillStep } from '#tests/e2e/support/fill-form.ts'
import {
  expect,
  expectStep,
  next,
  openFunnel,
  orderButton,
  orderMessageOf,
  refuseMarketing,
  runIdOf,
  test,
  tickAll,
  walkTo,
  bothSizes,
} from '#tests/e2e/support/journey.ts'

const branch = branches.find(({ funnel, form }) => funnel.type === 'zusaetzlich' && 'mietvertrag' in form)!
const photo = { name: 'Foto.png', mimeType: 'image/png', buffer: sampleFiles['image/png'] }

/** Opens the browser of a phone, which shares nothing with that of the desktop. */
async function openPhone(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    locale: 'de-DE',
  })
  const phone = await context.newPage()
  await refuseMarketing(phone)
  return phone
}

/** Reads the link of the QR code in a dialog from its picture, as a camera does. */
async function scan(dialog: Locator): Promise<string> {
  const code = dialog.locator('svg[shape-rendering]')
  await expect(code).toBeVisible()
  const { data, info } = await sharp(await code.screenshot({ scale: 'css' }))
    .resize(600)
    .removeAlpha()
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return decodeQR({ width: info.width, height: info.height, data })
}

test(
  'a phone photographs a proof, which arrives on the desktop and is part of the order',
  bothSizes,
  async ({ page, browser, service, isMobile }) => {
    const offer = page.getByRole('button', { name: /Mit dem Handy fotografieren/ })
    await page.goto(`/${branch.funnel.slug}/step-1`)
    await fillStep(page, branch, 1)
    await next(page)
    await fillStep(page, branch, 2, ({ kind }) => kind !== 'files')
    if (isMobile) {
      await expect(page.getByLabel('Foto aufnehmen')).toBeVisible()
      await expect(offer).toBeHidden()
      return
    }
    await offer.click()
    const dialog = page.getByRole('dialog', { name: 'Mit dem Handy fotografieren' })
    const link = await scan(dialog)
    expect(link).toMatch(/\/weiter#[\w-]{22}\.[\w-]{43}$/)
    await expectAccessible(page)

    const phone = await openPhone(browser)
    await phone.goto(link)
    await expect(phone.getByRole('heading', { name: 'Dokument fotografieren' })).toBeVisible()
    expect(phone.url()).toBe(`${service.url}/weiter`)
    await expect(dialog.getByText('Das Handy ist verbunden.')).toBeVisible()
    // Phones often unload the page while the camera is open.
    await phone.reload()
    await expectAccessible(phone)
    await phone.getByLabel('Foto aufnehmen').setInputFiles(photo)
    await expect(phone.getByText('Angekommen.')).toBeVisible()
    await expect(dialog.getByText('Ihre Datei ist angekommen.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Fertig' }).click()
    const card = page.getByRole('listitem').filter({ hasText: 'Foto.png' })
    await expect(card.getByText('Hochgeladen')).toBeVisible()

    // A removed file stays away, although the service still has it because the removal has failed.
    await page.route(/\/api\/uploads\/[\w-]+$/, (route) => route.abort(), { times: 1 })
    await card.getByRole('button', { name: 'Entfernen' }).click()
    await expect(card).toHaveCount(0)
    const lookedUp = page.waitForResponse(/\/api\/uploads\?/)
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await lookedUp
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
    await expect(card).toHaveCount(0)
    await phone.getByLabel('Foto aufnehmen').setInputFiles({ ...photo, name: 'Foto 2.png' })
    await expect(page.getByRole('listitem').filter({ hasText: 'Foto 2.png' })).toBeVisible()

    const second = await openPhone(browser)
    await second.goto(link)
    await expect(second.getByText('Dieser Link wurde schon benutzt')).toBeVisible()

    await next(page)
    await fillStep(page, branch, 3)
    await next(page)
    await fillStep(page, branch, 4)
    const runId = await runIdOf(page, branch.funnel.type)
    await orderButton(page).click()
    await page.waitForURL(/\/testzahlung\?/)
    const complete = () => orderMessageOf(service, runId)
    await expect.poll(() => complete()?.uploads['mietvertrag']).toMatchObject([{ filename: 'Foto 2.png' }])
    await phone.getByRole('button', { name: 'Entfernen: Foto 2.png' }).click()
    await phone.getByLabel('Foto aufnehmen').setInputFiles(photo)
    await expect(phone.getByText(/Ihr Auftrag ist schon erteilt/).first()).toBeVisible()
    await phone.context().close()
    await second.context().close()
  },
)

test(
  'a draft continues on another device without IBAN and consents, and the first device stops saving',
  bothSizes,
  async ({ page, browser, isMobile }) => {
    await openFunnel(page)
    await walkTo(page, 4)
    await tickAll(page)
    const name = isMobile ? 'Auf anderem Gerät weiter' : 'Weiter auf dem Handy'
    await page.getByRole('button', { name }).click()
    const dialog = page.getByRole('dialog', { name: 'Auf anderem Gerät weitermachen' })
    const link = await scan(dialog)
    await expectAccessible(page)
    const runId = await runIdOf(page)

    const phone = await openPhone(browser)
    await phone.goto(link)
    await expectStep(phone, 3)
    expect(await runIdOf(phone)).toBe(runId)
    const iban = phone.getByRole('textbox', { name: 'IBAN' })
    await expect(iban).toHaveValue('')
    await expect(phone.getByRole('textbox', { name: /E-Mail/ }).first()).not.toHaveValue('')

    const notice = page.getByRole('heading', { name: 'Sie machen auf dem anderen Gerät weiter' })
    await expect(notice).toBeVisible()
    await expect(dialog).toBeHidden()
    await expectAccessible(page)
    await page.reload()
    await expect(notice).toBeVisible()

    await iban.fill('DE89370400440532013000')
    await next(phone)
    await expectStep(phone, 4)
    await tickAll(phone)
    await orderButton(phone).click()
    await phone.waitForURL(/\/testzahlung\?/)

    await page.getByRole('button', { name: 'Doch hier weitermachen' }).click()
    await expectStep(page, 4)
    await phone.context().close()
  },
)

test(
  'a device asks before it replaces an existing draft, and broken links are explained',
  { tag: '@slow' },
  async ({ page, browser, isMobile }) => {
    test.skip(!isMobile, 'the page does not depend on the size of the first device')
    await openFunnel(page)
    await walkTo(page, 2)
    await page.getByRole('button', { name: 'Auf anderem Gerät weiter' }).click()
    const link = await scan(page.getByRole('dialog', { name: 'Auf anderem Gerät weitermachen' }))

    const phone = await openPhone(browser)
    await openFunnel(phone)
    await phone.getByLabel('Vorname').fill('Gerd')
    await phone.waitForTimeout(400)
    for (const [broken, text] of [
      ['/weiter', 'Der Link ist unvollständig.'],
      [link.slice(0, -3), 'Der Link ist unvollständig.'],
      [`/weiter#${'A'.repeat(22)}.${'A'.repeat(43)}`, 'Dieser Link gilt nicht mehr.'],
    ] as const) {
      await phone.goto('about:blank')
      await phone.goto(new URL(broken, link).href)
      await expect(phone.getByRole('alert').getByText(text)).toBeVisible()
    }
    await phone.goto('about:blank')
    await phone.route('**/api/handovers/read', (route) => route.abort(), { times: 1 })
    await phone.goto(link)
    await expect(phone.getByText('Keine Verbindung.')).toBeVisible()
    await phone.getByRole('button', { name: 'Erneut versuchen' }).click()
    await expect(phone.getByRole('heading', { name: 'Entwurf ersetzen?' })).toBeVisible()
    await expectAccessible(phone)
    await phone.getByRole('button', { name: 'Entwurf ersetzen' }).click()
    await expectStep(phone, 2)
    expect(await runIdOf(phone)).toBe(await runIdOf(page))
    await phone.context().close()
  },
)
