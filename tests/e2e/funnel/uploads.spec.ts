import type { Page, Route } from 'playwright/test'
import { pdfOf, sampleFiles } from '#tests/service/uploads/files.ts'
import { makePdf } from '#tests/service/documents/proofs/support/pdfs.ts'
import { branches } from '#tests/e2e/support/branches.ts'
import { expectAccessible } from '#tests/e2e/support/expect-accessible.ts'
import { fillStep, locate } from '#tests/e2e/support/fill-form.ts'
import { requestText } from '#tests/e2e/support/request-text.ts'
import {
  anySize,
  expect,
  next,
  orderButton,
  orderMessageOf,
  runIdOf,
  test,
  bothSizes,
} from '#tests/e2e/support/journey.ts'

const branch = branches.find(({ funnel, form }) => funnel.type === 'zusaetzlich' && 'mietvertrag' in form)!
const field = 'mietvertrag'
const death = branches.find(({ form }) => 'sterbeurkunde' in form)!

const pdf = (name: string, bytes = 2000) => ({
  name,
  mimeType: 'application/pdf',
  buffer: pdfOf(bytes),
})
const named = (name: string, content: Uint8Array) => ({ ...pdf(name), buffer: Buffer.from(content) })
const photo = { name: 'Foto.png', mimeType: 'image/png', buffer: sampleFiles['image/png'] }

/** Opens the second step and fills in everything except the files. One of them, the rental contract, is required. */
async function openStep(page: Page): Promise<void> {
  await page.goto(`/${branch.funnel.slug}/step-1`)
  await fillStep(page, branch, 1)
  await next(page)
  await expect(page.getByText('Schritt 2 von 4')).toBeVisible()
  await fillStep(page, branch, 2, ({ kind }) => kind !== 'files')
}

const errorSummary = (page: Page) => page.getByRole('alert').filter({ hasText: 'Bitte prüfen Sie' })
const choose = (page: Page, ...files: { name: string; mimeType: string; buffer: Buffer }[]) =>
  locate(page, field).setInputFiles(files)
const card = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })
const expectStored = (page: Page, name: string) =>
  expect(card(page, name).getByText('Hochgeladen')).toBeVisible()

interface ForwardedFile {
  filename: string
  mimeType: string
  content: string
}

test('files are shown, can be removed, survive a reload and reach the receiver unchanged', async ({
  page,
  service,
}) => {
  const lease = pdf('Mietvertrag Łódź.pdf', 700_000)
  await openStep(page)
  await choose(page, lease, photo)
  await expectStored(page, 'Foto.png')
  await expectStored(page, lease.name)
  await expect(page.getByRole('status').filter({ hasText: 'Foto.png ist hochgeladen.' })).toBeAttached()
  await expectAccessible(page)

  await card(page, 'Foto.png').getByRole('button', { name: 'Entfernen: Foto.png' }).click()
  await expect(card(page, 'Foto.png')).toHaveCount(0)
  await expect(locate(page, field)).toBeFocused()

  await page.reload()
  await expectStored(page, lease.name)
  await expect(card(page, lease.name)).toContainText('684 KB')
  await next(page)
  await expect(page.getByText('Schritt 3 von 4')).toBeVisible()
  await fillStep(page, branch, 3)
  await next(page)
  await expect(page.locator('main dd').getByText(lease.name)).toBeVisible()
  await fillStep(page, branch, 4)
  const runId = await runIdOf(page, branch.funnel.type)
  await orderButton(page).click()
  await page.waitForURL(/\/testzahlung\?/)

  const complete = () => orderMessageOf(service, runId)
  await expect.poll(complete).toBeDefined()
  const [forwarded, ...more] = complete()!.uploads[field] as ForwardedFile[]
  expect(more).toEqual([])
  expect(forwarded).toMatchObject({
    filename: lease.name,
    mimeType: 'application/pdf',
    size: lease.buffer.length,
  })
  expect(Buffer.from(forwarded!.content, 'base64').equals(lease.buffer)).toBe(true)
})

test(
  'a rejected file shows the reason and a remedy, and adding another file clears earlier errors',
  { tag: '@slow' },
  async ({ page }) => {
    await openStep(page)
    await next(page)
    const missing = errorSummary(page).getByRole('link', {
      name: 'Bitte laden Sie mindestens eine Datei hoch',
    })
    await expect(missing).toBeVisible()

    const wrong = { name: 'Vertrag.pdf', mimeType: 'application/pdf', buffer: Buffer.from('kein PDF') }
    const empty = { name: 'leer.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(0) }
    await choose(page, wrong, empty)
    await expect(card(page, 'Vertrag.pdf')).toContainText(
      'Ungültige Datei übergeben: Bitte wählen Sie ein Bild',
    )
    await expect(card(page, 'leer.pdf')).toContainText('Die Datei ist leer.')
    await expect(page.getByText('Bitte laden Sie mindestens einen gültigen Nachweis hoch.')).toBeVisible()
    await expectAccessible(page)

    const text = { name: 'notiz.txt', mimeType: 'text/plain', buffer: Buffer.from('x') }
    await choose(page, text, pdf('groß.pdf', 10 * 1024 * 1024 + 1))
    await expect(card(page, 'Vertrag.pdf')).toHaveCount(0)
    await expect(card(page, 'notiz.txt')).toContainText('Ungültige Datei übergeben')
    await expect(card(page, 'groß.pdf')).toContainText('Die Datei ist größer als 10 MB.')

    await choose(page, pdf('a.pdf'), pdf('b.pdf'), pdf('c.pdf'))
    await expectStored(page, 'b.pdf')
    await expect(missing).toHaveCount(0)
    await expect(page).not.toHaveTitle(/^Fehler/)
    await expect(page.getByText('Sie können maximal 2 Dateien hochladen.')).toBeVisible()
    await expect(card(page, 'c.pdf')).toHaveCount(0)
    await expect(page.getByText('gültigen Nachweis')).toHaveCount(0)
    await card(page, 'a.pdf').getByRole('button', { name: 'Entfernen' }).click()
    await expect(page.getByText('Sie können maximal 2 Dateien hochladen.')).toHaveCount(0)
    await next(page)
    await expect(page.getByText('Schritt 3 von 4')).toBeVisible()
  },
)

test(
  'a proof that cannot be printed is refused with a remedy, and the order succeeds with another one',
  { tag: '@slow' },
  async ({ page }) => {
    const password = { userPassword: 'geheim', ownerPassword: 'geheim' }
    await openStep(page)
    await choose(
      page,
      named('geschützt.pdf', await makePdf((document) => document.encrypt(password))),
      named('kaputt.pdf', sampleFiles['application/pdf'].subarray(0, 300)),
    )
    await expect(card(page, 'geschützt.pdf')).toContainText('mit einem Passwort geschützt')
    await expect(card(page, 'kaputt.pdf')).toContainText('Die Datei ist beschädigt oder unvollständig.')
    await expect(page.getByRole('button', { name: /Erneut versuchen/ })).toHaveCount(0)
    await expectAccessible(page)
    await next(page)
    await expect(page.getByText('Bitte laden Sie mindestens einen gültigen Nachweis hoch.')).toBeVisible()

    const elevenPages = await makePdf((document) => Array.from({ length: 10 }, () => document.addPage()))
    await choose(page, named('lang.pdf', elevenPages), photo)
    await expect(card(page, 'lang.pdf')).toContainText('Die Datei hat mehr als 10 Seiten.')
    await expect(card(page, 'Foto.png')).toContainText('1 Seite')
    await card(page, 'lang.pdf').getByRole('button', { name: 'Entfernen' }).click()
    await next(page)
    await fillStep(page, branch, 3)
    await next(page)
    await fillStep(page, branch, 4)
    await orderButton(page).click()
    await page.waitForURL(/\/testzahlung\?/)
  },
)

const uploads = /\/api\/uploads\?/
const onPost = (handle: (route: Route) => Promise<void>) => (route: Route) =>
  route.request().method() === 'POST' ? handle(route) : route.continue()

/** Lets the service store the upload but drops the response. */
const loseResponse = async (route: Route) => {
  await route.fetch()
  await route.abort()
}
const delayRequest = async (route: Route) => {
  await new Promise((resolve) => setTimeout(resolve, 700))
  await route.continue()
}

test('a failed upload can be retried, and a lost response does not store the file twice', async ({
  page,
}) => {
  await openStep(page)
  await page.route(
    uploads,
    onPost((route) => route.abort()),
    { times: 1 },
  )
  await choose(page, pdf('abgebrochen.pdf'))
  await expect(card(page, 'abgebrochen.pdf')).toContainText('Das Hochladen wurde unterbrochen.')
  await expectAccessible(page)
  await page.unroute(uploads)
  await page.getByRole('button', { name: 'Erneut versuchen: abgebrochen.pdf' }).click()
  await expectStored(page, 'abgebrochen.pdf')
  await expect(page.getByRole('button', { name: /Erneut versuchen/ })).toHaveCount(0)

  await page.route(uploads, onPost(loseResponse), { times: 1 })
  await choose(page, pdf('verloren.pdf', 3000))
  await expect(card(page, 'verloren.pdf')).toContainText('unterbrochen')
  await page.unroute(uploads)
  await page.getByRole('button', { name: 'Erneut versuchen: verloren.pdf' }).click()
  await expectStored(page, 'verloren.pdf')
  expect(await storedOf(page)).toHaveLength(2)
})

test('a retry never takes another file of the same size', anySize, async ({ page }) => {
  await openStep(page)
  await page.route(uploads, onPost(loseResponse), { times: 1 })
  await choose(page, pdf('verloren.pdf', 3000))
  await expect(card(page, 'verloren.pdf')).toContainText('unterbrochen')
  await card(page, 'verloren.pdf').getByRole('button', { name: 'Entfernen' }).click()
  await page.unroute(uploads)
  await page.route(
    uploads,
    onPost((route) => route.abort()),
    { times: 1 },
  )
  await choose(page, pdf('anderer.pdf', 3000))
  await expect(card(page, 'anderer.pdf')).toContainText('unterbrochen')
  await page.unroute(uploads)
  await page.getByRole('button', { name: 'Erneut versuchen: anderer.pdf' }).dblclick()
  await expectStored(page, 'anderer.pdf')
  expect((await storedOf(page)).map(({ filename }) => filename)).toEqual(['verloren.pdf', 'anderer.pdf'])
})

test('an upload does not wait until the service has collected further events', anySize, async ({ page }) => {
  await openStep(page)
  // Only final events are stored at once. The page gives up waiting for a response after 8 s.
  await page.route('**/api/events', async (route) => {
    if (requestText(route.request()).includes('"final":true')) await route.continue()
  })
  const sent = page.waitForRequest((request) => uploads.test(request.url()) && request.method() === 'POST', {
    timeout: 7000,
  })
  await Promise.all([sent, choose(page, photo)])
  await expectStored(page, 'Foto.png')
})

test(
  'more than 20 MB together are refused at the step of the files',
  { tag: ['@any-size', '@slow'] },
  async ({ page }) => {
    await page.goto(`/${death.funnel.slug}/step-1`)
    for (const step of [1, 2]) {
      await fillStep(page, death, step)
      await next(page)
    }
    await fillStep(page, death, 3, ({ kind }) => kind !== 'files')
    await locate(page, 'sterbeurkunde').setInputFiles([pdf('1.pdf', 9_000_000), pdf('2.pdf', 9_000_000)])
    await locate(page, 'dokumente').setInputFiles([pdf('3.pdf', 9_000_000)])
    await next(page)
    const message = /Ihre Dateien sind zusammen 25,8 MB groß, erlaubt sind 20 MB\./
    await expect(errorSummary(page).getByRole('link', { name: message }).first()).toBeVisible()
    await expect(page.getByText('Schritt 3 von 4')).toBeVisible()
    await expectAccessible(page)
    await card(page, '3.pdf').getByRole('button', { name: 'Entfernen' }).click()
    await expect(errorSummary(page)).toHaveCount(0)
    await next(page)
    await expect(page.getByText('Schritt 4 von 4')).toBeVisible()
  },
)

test('Next waits for running uploads and needs only one click', anySize, async ({ page }) => {
  await openStep(page)
  await page.route(uploads, onPost(delayRequest), { times: 1 })
  await choose(page, pdf('langsam.pdf'))
  await next(page)
  await expect(page.getByText('Schritt 3 von 4')).toBeVisible()
  expect(await storedOf(page)).toMatchObject([{ filename: 'langsam.pdf' }])
})

test('a large photo is scaled down before the upload', anySize, async ({ page }) => {
  await openStep(page)
  const before = await page.evaluate(putNoisyPhoto, `feld-${field}`)
  expect(before).toBeGreaterThan(2 * 1024 * 1024)
  await expectStored(page, 'IMG_1.jpg')
  const [stored] = await storedOf(page)
  expect(stored).toMatchObject({ filename: 'IMG_1.jpg', mimeType: 'image/jpeg' })
  expect(stored!.size).toBeLessThan(before)
  expect(await page.evaluate(sizeOfUpload, stored!.id)).toEqual([2400, 1200])
})

test(
  'a file can be dropped with a mouse and photographed on a touch screen',
  bothSizes,
  async ({ page, isMobile }) => {
    await openStep(page)
    const camera = page.getByLabel('Foto aufnehmen')
    if (isMobile) {
      await expect(camera).toBeVisible()
      await camera.setInputFiles(photo)
      await expectStored(page, 'Foto.png')
      return
    }
    await expect(camera).toBeHidden()
    await expect(page.getByText('Dateien hierher ziehen oder')).toBeVisible()
    await page.evaluate(dropPdf, [`feld-${field}`, pdfOf(900).toString('latin1')] as const)
    await expectStored(page, 'gezogen.pdf')
  },
)

test('an expired file is marked and must be uploaded again', anySize, async ({ page }) => {
  await openStep(page)
  await choose(page, pdf('alt.pdf'))
  await expectStored(page, 'alt.pdf')
  await page.evaluate(removeUpload, (await storedOf(page))[0]!.id)
  await page.reload()
  await expect(card(page, 'Hochgeladene Datei')).toContainText('Diese Datei ist nicht mehr gespeichert.')
  await next(page)
  await expect(page.getByText('Bitte laden Sie mindestens eine').first()).toBeVisible()
})

test(
  'an order whose file was evicted succeeds once the file has been uploaded again',
  { tag: ['@any-size', '@slow'] },
  async ({ page }) => {
    await openStep(page)
    await choose(page, pdf('verdrängt.pdf'))
    await expectStored(page, 'verdrängt.pdf')
    await next(page)
    await fillStep(page, branch, 3)
    await next(page)
    await fillStep(page, branch, 4)
    const [gone] = await storedOf(page)
    await page.evaluate(removeUpload, gone!.id)
    await orderButton(page).click()

    await expect(page.getByText('Schritt 2 von 4')).toBeVisible()
    await expect(card(page, 'verdrängt.pdf')).toContainText(
      'Diese Datei ist nicht mehr gespeichert. Bitte laden Sie sie noch einmal hoch.',
    )
    await expect.poll(() => page.evaluate(readDraftIds, field)).toEqual([])
    await expectAccessible(page)
    await card(page, 'verdrängt.pdf').getByRole('button', { name: 'Erneut versuchen' }).click()
    await expectStored(page, 'verdrängt.pdf')
    await next(page)
    await orderButton(page).click()
    await page.waitForURL(/\/testzahlung\?/)
  },
)

interface Stored {
  id: string
  filename: string
  mimeType: string
  size: number
}

/** Returns the files that the service has stored for the run of this page. */
function storedOf(page: Page): Promise<Stored[]> {
  return page.evaluate(async () => {
    const { runId, secret } = JSON.parse(localStorage.getItem('form-zusaetzlich') ?? '{}')
    const headers = { 'X-Run-Secret': secret as string }
    const response = await fetch(`/api/uploads?runId=${runId}`, { headers })
    return ((await response.json()) as { uploads: Stored[] }).uploads
  })
}

// The following functions are executed in the browser, by `page.evaluate`.

/** Returns the upload ids that the stored draft contains for a field. */
function readDraftIds(name: string): unknown {
  const draft = JSON.parse(localStorage.getItem('form-zusaetzlich') ?? '{}') as {
    answers?: Record<string, unknown>
  }
  return draft.answers?.[name] ?? []
}

async function removeUpload(id: string): Promise<void> {
  const { secret } = JSON.parse(localStorage.getItem('form-zusaetzlich') ?? '{}')
  await fetch(`/api/uploads/${id}`, { method: 'DELETE', headers: { 'X-Run-Secret': secret as string } })
}

/**
 * Puts an image of random noise into a file input. Noise cannot be compressed, so the file is large. Returns its size
 * in bytes.
 */
async function putNoisyPhoto(inputId: string): Promise<number> {
  const canvas = new OffscreenCanvas(3000, 1500)
  const context = canvas.getContext('2d')!
  const image = context.createImageData(3000, 1500)
  for (let at = 0; at < image.data.length; at += 65_536)
    crypto.getRandomValues(image.data.subarray(at, at + 65_536))
  for (let at = 3; at < image.data.length; at += 4) image.data[at] = 255
  context.putImageData(image, 0, 0)
  const blob = await canvas.convertToBlob({ type: 'image/png' })
  const transfer = new DataTransfer()
  transfer.items.add(new File([blob], 'IMG_1.PNG', { type: 'image/png' }))
  const input = document.querySelector<HTMLInputElement>(`[id="${inputId}"]`)!
  input.files = transfer.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
  return blob.size
}

async function sizeOfUpload(id: string): Promise<number[]> {
  const { secret } = JSON.parse(localStorage.getItem('form-zusaetzlich') ?? '{}')
  const response = await fetch(`/api/uploads/${id}`, { headers: { 'X-Run-Secret': secret as string } })
  const { width, height } = await createImageBitmap(await response.blob())
  return [width, height]
}

function dropPdf([inputId, content]: readonly [inputId: string, content: string]): void {
  const transfer = new DataTransfer()
  const bytes = Uint8Array.from(content, (character) => character.codePointAt(0)!)
  transfer.items.add(new File([bytes], 'gezogen.pdf', { type: 'application/pdf' }))
  const input = document.querySelector(`[id="${inputId}"]`)!
  input.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: transfer }))
}
