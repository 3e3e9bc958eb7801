import { type Page, expect } from 'playwright/test'
import type { Address } from '#domain/forms/address-parts.ts'
import type { ChoiceField, Field } from '#domain/forms/define-field.ts'
import { pdfOf } from '#tests/service/uploads/files.ts'
import { type Branch, visibleFieldsOf } from './branches.ts'

/** A PDF with one page. */
export const proof = {
  name: 'Nachweis für die Wohnung.pdf',
  mimeType: 'application/pdf',
  buffer: pdfOf(900),
}

/** The file `proof` as a webhook message contains it. */
export const uploadedProof = {
  filename: proof.name,
  mimeType: proof.mimeType,
  size: proof.buffer.length,
  content: proof.buffer.toString('base64'),
}

export const controlOf = (name: string) => `feld-${name.replaceAll('.', '-')}`
export const locate = (page: Page, name: string) => page.locator(`[id="${controlOf(name)}"]`)

/** Enters the values of a branch into a step. `which` selects the fields to fill in. */
export async function fillStep(
  page: Page,
  branch: Branch,
  step: number,
  which: (field: Field) => boolean = () => true,
): Promise<void> {
  for (const field of visibleFieldsOf(branch, step).filter(which)) {
    if (branch.form[field.name]) await openBlock(page, field.name)
    await fill(page, field, branch.form)
  }
}

/** Opens the collapsed block of a field, if the field is in one. */
export async function openBlock(page: Page, name: string): Promise<void> {
  const block = page.locator('details:not([open])').filter({ has: locate(page, name) })
  if ((await block.count()) > 0) await block.locator('summary').first().click()
}

async function fill(page: Page, field: Field, form: Branch['form']): Promise<void> {
  const { name, kind } = field
  const nextPossible = kind === 'month' ? field.nextPossible : undefined
  const value = form[name]
  if (nextPossible && form[nextPossible.field] === true) await locate(page, nextPossible.field).check()
  else if (value === true) await locate(page, name).check()
  // The control of an unticked box can be in a collapsed block.
  else if (value === false) await expect(locate(page, name)).not.toBeChecked()
  else if (Array.isArray(value)) await chooseFiles(page, name, value.length)
  else if (kind === 'address' && value) await fillAddress(page, name, value as Address)
  else if (typeof value === 'string' && value !== '') await fillText(page, field, value)
}

async function fillText(page: Page, field: Field, value: string): Promise<void> {
  const { name, kind } = field
  if (kind === 'choice' && field.control === 'select') await locate(page, name).selectOption(value)
  else if (kind === 'choice') await locate(page, radioOf(field, value)).check()
  else if (kind === 'month') await locate(page, name).fill(monthText(value))
  else if (kind === 'date')
    for (const [part, text] of dateParts(value)) await locate(page, name + part).fill(text)
  else await locate(page, name).fill(value)
}

async function fillAddress(page: Page, name: string, address: Address): Promise<void> {
  const country = locate(page, `${name}.land`)
  if ((await country.count()) > 0) await country.selectOption(address.land)
  for (const part of ['strasse', 'hausnummer', 'plz', 'ort'] as const)
    await locate(page, `${name}.${part}`).fill(address[part])
}

export function radioOf(field: ChoiceField, value: string): string {
  return field.options[0]?.value === value ? field.name : `${field.name}-${value}`
}

export function dateParts(date: string): [string, string][] {
  const [year = '', month = '', day = ''] = date.split('-')
  return [
    ['', day],
    ['-month', month],
    ['-year', year],
  ]
}

export const monthText = (month: string) => month.split('-').toReversed().join('.')

/** Uploads files one after another. The button to remove a file appears once the service has stored that file. */
async function chooseFiles(page: Page, name: string, count: number): Promise<void> {
  const group = page.getByRole('group').filter({ has: locate(page, name) })
  for (let chosen = 1; chosen <= count; chosen += 1) {
    await locate(page, name).setInputFiles(proof)
    await expect(group.getByRole('button', { name: /entfernen/i })).toHaveCount(chosen)
  }
}
