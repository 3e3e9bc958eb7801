import { type Page, expect } from 'playwright/test'
import type { Address } from '#domain/forms/address-parts.ts'
import type { ChoiceField, Field } from '#domain/forms/define-field.ts'
import { type Branch, visibleFieldsOf } from './branches.ts'
import { controlOf, dateParts, locate, monthText, proof, radioOf } from './fill-form.ts'

const maxPresses = 60

/** Presses Tab until the control with this id has the focus. */
async function tabTo(page: Page, id: string): Promise<void> {
  for (let press = 0; press < maxPresses; press += 1) {
    await page.keyboard.press('Tab')
    if ((await focusedId(page)) === id) return
  }
  throw new Error(`Tab never reached ${id}`)
}

function focusedId(page: Page): Promise<string | undefined> {
  return page.evaluate(() => document.activeElement?.id)
}

/** Presses Tab until a button with this text has the focus, checks its focus ring and presses Enter. */
export async function pressByKeyboard(page: Page, name: string): Promise<void> {
  const button = page.getByRole('button', { name })
  for (let press = 0; press < maxPresses; press += 1) {
    await page.keyboard.press('Tab')
    if (await button.evaluate((element) => element === document.activeElement)) {
      expect(await button.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('solid')
      return page.keyboard.press('Enter')
    }
  }
  throw new Error(`Tab never reached ${name}`)
}

/** Fills in a step in page order, using only Tab, arrow keys, Space and Enter. */
export async function typeStep(page: Page, branch: Branch, step: number): Promise<void> {
  for (const field of visibleFieldsOf(branch, step)) await typeField(page, field, branch.form)
}

async function typeField(page: Page, field: Field, form: Branch['form']): Promise<void> {
  const { name, kind } = field
  const nextPossible = kind === 'month' ? field.nextPossible : undefined
  const value = form[name]
  if (nextPossible && form[nextPossible.field] === true) await toggle(page, nextPossible.field, true)
  else if (typeof value === 'boolean') await toggle(page, name, value)
  else if (Array.isArray(value)) await choose(page, name, value.length)
  else if (kind === 'address' && value) await typeAddress(page, name, value as Address)
  else if (typeof value === 'string' && value !== '') await typeText(page, field, value)
}

async function toggle(page: Page, name: string, on: boolean): Promise<void> {
  await tabTo(page, controlOf(name))
  if ((await locate(page, name).isChecked()) !== on) await page.keyboard.press('Space')
  await expect(locate(page, name)).toBeChecked({ checked: on })
}

async function typeText(page: Page, field: Field, value: string): Promise<void> {
  const { name, kind } = field
  if (kind === 'choice')
    return field.control === 'select' ? pickOption(page, field, value) : pickRadio(page, field, value)
  if (kind === 'date') {
    for (const [part, text] of dateParts(value)) await typeInto(page, name + part, text)
    return
  }
  await typeInto(page, name, kind === 'month' ? monthText(value) : value)
}

async function pickOption(page: Page, { name, options }: ChoiceField, value: string): Promise<void> {
  const select = locate(page, name)
  await tabTo(page, controlOf(name))
  for (const _ of options) if ((await select.inputValue()) !== value) await page.keyboard.press('ArrowDown')
  await expect(select).toHaveValue(value)
}

async function typeInto(page: Page, name: string, text: string): Promise<void> {
  await tabTo(page, controlOf(name))
  await page.keyboard.type(text)
}

/**
 * Chooses a radio button with the arrow keys. Tab moves to the selected button of a group, or to the first one if none
 * is selected.
 */
async function pickRadio(page: Page, field: ChoiceField, value: string): Promise<void> {
  const ids = field.options.map((option) => controlOf(radioOf(field, option.value)))
  const wanted = locate(page, radioOf(field, value))
  for (let press = 0; press < maxPresses && !ids.includes((await focusedId(page)) ?? ''); press += 1)
    await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  for (const _ of ids) if (!(await wanted.isChecked())) await page.keyboard.press('ArrowDown')
  await expect(wanted).toBeChecked()
}

async function typeAddress(page: Page, name: string, address: Address): Promise<void> {
  const country = locate(page, `${name}.land`)
  if ((await country.count()) > 0) {
    // Typing the name of an option selects it.
    await typeInto(page, `${name}.land`, address.land)
    await expect(country).toHaveValue(address.land)
  }
  for (const part of ['strasse', 'hausnummer', 'plz', 'ort'] as const)
    await typeInto(page, `${name}.${part}`, address[part])
}

async function choose(page: Page, name: string, count: number): Promise<void> {
  const group = page.getByRole('group').filter({ has: locate(page, name) })
  for (let chosen = 1; chosen <= count; chosen += 1) {
    const opened = page.waitForEvent('filechooser')
    if ((await focusedId(page)) !== controlOf(name)) await tabTo(page, controlOf(name))
    await page.keyboard.press('Space')
    await (await opened).setFiles(proof)
    await expect(group.getByRole('button', { name: /entfernen/i })).toHaveCount(chosen)
  }
}
