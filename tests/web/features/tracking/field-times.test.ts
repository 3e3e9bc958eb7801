import type { Page } from 'playwright'
import { expect } from 'vitest'
import type { FieldUse, FieldWatch } from '#web/features/tracking/field-times.ts'
import type { TrackerPage } from './open-tracker.ts'
import { test } from './tracker-test.ts'

interface FieldsPage extends TrackerPage {
  watch: FieldWatch
  clock: number
}
declare const window: Window & FieldsPage

// The clock of the test is moved by hand. All other parts are those of the browser: focus, input and visibility.
test.beforeEach(async ({ page }) => {
  await page.evaluate(() => {
    document.body.insertAdjacentHTML(
      'beforeend',
      `<input id="a"><input id="b"><input id="c"><button id="button">Ok</button>
      <label><input type="radio" id="r" name="r" value="1">1</label><label><input type="radio" id="r2" name="r" value="2">2</label>`,
    )
    window.clock = 0
    window.watch = window.tracking.watchFields(
      ({ id }) => (id === 'button' ? undefined : id.slice(0, 1) || undefined),
      () => window.clock,
    )
    window.watch.open('run 1')
  })
})

const wait = (page: Page, seconds: number) => page.evaluate((ms) => void (window.clock += ms), seconds * 1000)
const use = (page: Page): Promise<FieldUse> =>
  page.evaluate(() => window.watch.use((id) => !document.querySelector<HTMLInputElement>(`#${id}`)?.value))
const open = (page: Page, step: string) => page.evaluate((name) => window.watch.open(name), step)
const setHidden = (page: Page, hidden: boolean) =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { value, configurable: true })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  }, hidden)

test('counts the time in each field and whether it is empty', async ({ page }) => {
  await page.focus('#a')
  await wait(page, 2)
  await page.keyboard.type('Ada')
  await page.keyboard.press('Tab')
  await wait(page, 3.5)
  await page.focus('#button')
  await wait(page, 60)
  expect(await use(page)).toEqual({
    field: 'b',
    fieldTimes: [
      { field: 'a', seconds: 2, edits: 0, empty: false },
      { field: 'b', seconds: 3.5, edits: 0, empty: true },
    ],
  })
})

test('no field was used', async ({ page }) => {
  await wait(page, 9)
  expect(await use(page)).toEqual({ fieldTimes: [] })
})

test('counts at most 30 s without an action, and no time while the page is hidden', async ({ page }) => {
  await page.focus('#a')
  await wait(page, 100)
  await page.keyboard.type('x')
  await wait(page, 5)
  await setHidden(page, true)
  await wait(page, 20)
  expect((await use(page)).fieldTimes).toMatchObject([{ seconds: 35 }])
  await setHidden(page, false)
  await wait(page, 1)
  expect((await use(page)).fieldTimes).toMatchObject([{ seconds: 36 }])
})

test('a field that is changed again after another one is corrected', async ({ page }) => {
  await page.fill('#a', 'Ada')
  await page.focus('#b')
  // Only looking at the field again, and changing another one for the first time, are no corrections.
  await page.focus('#a')
  await page.focus('#b')
  await page.keyboard.type('x')
  await page.focus('#a')
  await page.keyboard.type('mm')
  expect(edits(await use(page))).toEqual({ a: 1, b: 0 })
  await page.focus('#b')
  await page.keyboard.press('Backspace')
  expect(edits(await use(page))).toEqual({ a: 1, b: 1 })
})

test('typing on after looking something up in another window is no correction', async ({ page }) => {
  await page.focus('#a')
  await page.keyboard.type('DE')
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await page.focus('#a')
  await page.keyboard.type('89')
  expect(edits(await use(page))).toEqual({ a: 0 })
})

test('what the browser fills in without the focus is neither time nor correction', async ({ page }) => {
  await page.fill('#a', 'Ada')
  await page.focus('#b')
  await page.evaluate(() => {
    for (const id of ['a', 'c'])
      document.querySelector(`#${id}`)!.dispatchEvent(new Event('input', { bubbles: true }))
  })
  expect(await use(page)).toMatchObject({ field: 'b' })
  expect(edits(await use(page))).toEqual({ a: 0, b: 0 })
})

test('a choice is one field, also if its options do not get the focus', async ({ page }) => {
  await page.check('#r')
  await wait(page, 2)
  await page.check('#r2')
  expect(await use(page)).toMatchObject({ field: 'r', fieldTimes: [{ field: 'r', seconds: 2, edits: 0 }] })
  await page.focus('#a')
  // Like Safari, which does not focus the radio button that is clicked.
  await page.evaluate(() => {
    ;(document.activeElement as HTMLElement).blur()
    document.querySelector('#r')!.dispatchEvent(new Event('input', { bubbles: true }))
  })
  expect(await use(page)).toMatchObject({ field: 'r' })
  expect(edits(await use(page))).toEqual({ r: 1, a: 0 })
})

test('what was reported is not reported again, but the last field is', async ({ page }) => {
  await page.focus('#a')
  await wait(page, 3)
  await use(page)
  await page.evaluate(() => window.watch.reported())
  expect(await use(page)).toEqual({
    field: 'a',
    fieldTimes: [{ field: 'a', seconds: 0, edits: 0, empty: true }],
  })
  await wait(page, 4)
  expect((await use(page)).fieldTimes).toMatchObject([{ field: 'a', seconds: 4 }])
  await page.focus('#b')
  await page.evaluate(() => window.watch.reported())
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await page.evaluate(() => window.watch.reported())
  expect(await use(page)).toEqual({ field: 'b', fieldTimes: [] })
})

test('going to another step and back does not lose what was not reported', async ({ page }) => {
  await page.focus('#a')
  await wait(page, 3)
  await open(page, 'run 2')
  await page.focus('#b')
  await wait(page, 5)
  expect((await use(page)).fieldTimes).toMatchObject([
    { field: 'a', seconds: 0 },
    { field: 'b', seconds: 5 },
  ])
  await open(page, 'run 1')
  expect((await use(page)).fieldTimes).toMatchObject([{ field: 'a', seconds: 3 }, { field: 'b' }])
})

test('a field that has the focus when the step opens is used', async ({ page }) => {
  await page.focus('#c')
  await open(page, 'run 3')
  await wait(page, 2)
  expect(await use(page)).toMatchObject({ field: 'c', fieldTimes: [{ field: 'c', seconds: 2 }] })
})

function edits({ fieldTimes = [] }: FieldUse) {
  return Object.fromEntries(fieldTimes.map((one) => [one.field, one.edits]))
}
