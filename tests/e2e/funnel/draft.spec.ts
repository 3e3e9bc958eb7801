import { type Branch, branches } from '#tests/e2e/support/branches.ts'
import { fillStep } from '#tests/e2e/support/fill-form.ts'
import {
  expect,
  expectStep,
  fillDwelling,
  fillPayment,
  fillPerson,
  next,
  openFunnel,
  orderButton,
  runIdOf,
  test,
  tickAll,
  walkTo,
} from '#tests/e2e/support/journey.ts'

test('a reload in step 3 keeps all values and continues the run', async ({ page }) => {
  await openFunnel(page)
  await walkTo(page, 3)
  await fillPayment(page)
  const runId = await runIdOf(page)
  await page.reload()
  await expectStep(page, 3)
  await expect(page.getByLabel('E-Mail-Adresse')).toHaveValue('lucja@example.org')
  await expect(page.getByRole('textbox', { name: 'IBAN' })).toHaveValue('DE89 3704 0044 0532 0130 00')
  expect(await runIdOf(page)).toBe(runId)
  await next(page)
  await expectStep(page, 4)
})

test('a new tab continues the run of a closed one, but the IBAN is not kept', async ({
  page,
  context,
  service,
}) => {
  await openFunnel(page)
  const runId = await runIdOf(page)
  await walkTo(page, 4)
  await page.close({ runBeforeUnload: true })

  const again = await context.newPage()
  await again.goto('/rundfunkbeitrag-anmelden/step-4')
  const stored = await again.evaluate(() => JSON.stringify(localStorage))
  expect(stored).toContain('lucja@example.org')
  expect(stored).not.toContain('370400440532013000')
  await expectStep(again, 3)
  expect(await runIdOf(again)).toBe(runId)
  await again.getByRole('textbox', { name: 'IBAN' }).fill('DE89370400440532013000')
  await next(again)
  await expectStep(again, 4)
  for (const box of await again.getByRole('checkbox').all()) await expect(box).not.toBeChecked()
  await tickAll(again)
  await orderButton(again).click()
  await again.waitForURL(/\/testzahlung/)

  const ofRun = () => service.messages.filter(({ meta }) => meta.funnelId === runId)
  await expect.poll(() => ofRun().map(({ meta }) => meta.completionStatus)).toContain('completed')
  const complete = ofRun().find(({ meta }) => meta.completionStatus === 'completed')!
  expect(complete.events.filter(({ type }) => type === 'start')).toHaveLength(1)
})

test('the page shows when the draft was saved, and the draft can be deleted', async ({ page }) => {
  await openFunnel(page)
  await expect(page.getByText(/^Gespeichert um/)).toBeHidden()
  await walkTo(page, 2)
  const runId = await runIdOf(page)
  await expect(page.getByText(/^Gespeichert um \d{2}:\d{2}/)).toBeVisible()
  await page.getByRole('button', { name: 'Entwurf löschen' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Behalten' }).click()
  await expectStep(page, 2)
  await page.getByRole('button', { name: 'Entwurf löschen' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Entwurf löschen' }).click()
  await expectStep(page, 1)
  await expect(page.getByText('Ihr Entwurf wurde gelöscht.')).toBeVisible()
  await expect(page.getByLabel('Vorname')).toHaveValue('')
  await expect.poll(() => runIdOf(page)).not.toBe(runId)
})

test('deleting a draft removes its files from the service', async ({ page }) => {
  const branch = branches.find(({ name }) => name === 'zusaetzlich: payment as before') as Branch
  await page.goto(`/${branch.funnel.slug}`)
  await fillStep(page, branch, 1)
  await next(page)
  const uploaded = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().includes('/uploads'),
  )
  await fillStep(page, branch, 2)
  // A file that is still being uploaded is cancelled instead.
  expect((await uploaded).ok()).toBe(true)
  const removed = page.waitForResponse(
    (response) => response.request().method() === 'DELETE' && response.url().includes('/api/uploads/'),
  )
  await page.getByRole('button', { name: 'Entwurf löschen' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Entwurf löschen' }).click()
  expect((await removed).ok()).toBe(true)
  await expect(page.getByText('Schritt 1 von 4')).toBeVisible()
})

test('drafts of several funnels are independent of each other', { tag: '@slow' }, async ({ page }) => {
  const visits = [
    { slug: 'rundfunkbeitrag-anmelden', name: 'Anna' },
    { slug: 'rundfunkbeitrag-abmelden', name: 'Berta' },
    { slug: 'rundfunkbeitrag-zusatzwohnung', name: 'Clara' },
    { slug: 'rundfunkbeitrag-aendern', name: 'Dora' },
  ]
  for (const { slug, name } of visits) {
    await page.goto(`/${slug}`)
    await page.getByLabel('Vorname').fill(name)
  }
  for (const { slug, name } of visits) {
    await page.goto(`/${slug}`)
    await expect(page.getByLabel('Vorname')).toHaveValue(name)
  }
  await page.getByRole('button', { name: 'Entwurf löschen' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Entwurf löschen' }).click()
  await expect(page.getByLabel('Vorname')).toHaveValue('')
  await page.goto('/rundfunkbeitrag-abmelden')
  await expect(page.getByLabel('Vorname')).toHaveValue('Berta')
})

test(
  'opening any funnel removes drafts older than a week from the device',
  { tag: '@slow' },
  async ({ page }) => {
    await page.goto('/')
    const week = 7 * 24 * 3600 * 1000
    for (const [type, age] of [
      ['abmeldung', week + 60_000],
      ['aenderung', week - 60_000],
    ] as const) {
      const draft = {
        runId: '01990000-0000-7000-8000-000000000000',
        secret: 'a'.repeat(43),
        funnelVersion: 1,
        answers: { vorname: 'Anna' },
        savedAt: Date.now() - age,
      }
      await page.evaluate(
        ([key, text]) => localStorage.setItem(key!, text!),
        [`form-${type}`, JSON.stringify(draft)],
      )
    }
    await openFunnel(page)
    expect(await page.evaluate(() => Object.keys(localStorage).toSorted())).toEqual(
      expect.arrayContaining(['form-aenderung']),
    )
    expect(await page.evaluate(() => localStorage.getItem('form-abmeldung'))).toBeNull()
  },
)

test('an invalid draft is ignored, and a draft of another funnel version starts a new run with its values', async ({
  page,
}) => {
  await page.goto('/')
  await page.evaluate(() => localStorage.setItem('form-anmeldung', '{"runId":"nonsense","answers":[1'))
  await openFunnel(page)
  await fillPerson(page)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('form-anmeldung'))).toContain('1990-05-17')
  const runId = await runIdOf(page)
  await page.goto('/')
  await page.evaluate(() => {
    const draft = JSON.parse(localStorage.getItem('form-anmeldung')!)
    localStorage.setItem(
      'form-anmeldung',
      JSON.stringify({ ...draft, funnelVersion: 0, answers: { ...draft.answers, alt: 'x' } }),
    )
  })
  await openFunnel(page)
  await expect(page.getByLabel('Vorname')).toHaveValue('Łucja')
  expect(await runIdOf(page)).not.toBe(runId)
})

const named = ({ type, step }: { type: string; step: number }) => `${type} ${step}`

test('offline, steps can be continued but the order fails, and a retry online creates one order', async ({
  page,
  context,
  service,
}) => {
  await openFunnel(page)
  const runId = await runIdOf(page)
  await walkTo(page, 2)
  await context.setOffline(true)
  await fillDwelling(page)
  await next(page)
  await expectStep(page, 3)
  await fillPayment(page)
  await next(page)
  await expectStep(page, 4)
  await tickAll(page)
  await orderButton(page).click()
  await expect(
    page.getByRole('alert').filter({ hasText: 'keine Verbindung zum Internet' }).first(),
  ).toBeVisible()
  await expect(orderButton(page)).toBeEnabled()
  await context.setOffline(false)
  // What was entered offline is sent as soon as the network is back. An order in the same moment may overtake it.
  const ofRun = () => service.messages.filter(({ meta }) => meta.funnelId === runId)
  const entered = ['step 2', 'step 3', 'email 3']
  await expect
    .poll(() => ofRun().flatMap(({ events }) => events.map(named)))
    .toEqual(expect.arrayContaining(entered))
  await orderButton(page).click()
  await page.waitForURL(/\/testzahlung/)

  await expect.poll(() => ofRun().filter(({ meta }) => meta.completionStatus === 'completed').length).toBe(1)
  const reported = ofRun().find(({ meta }) => meta.completionStatus === 'completed')!.events
  expect(reported.map(named)).toEqual(expect.arrayContaining(entered))
})
