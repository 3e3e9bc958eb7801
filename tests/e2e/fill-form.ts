import { type Page, expect } from 'playwright/test'
import type { Address, Field } from '#domain/funnels/define-funnel.ts'
import { type Branch, askedIn } from './branches.ts'

/** A real file: the smallest PDF that is one by its content. */
export const proof = {
  name: 'Nachweis für die Wohnung.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'),
}

/** The same file as the webhook tells it. */
export const uploadedProof = {
  filename: proof.name,
  mimeType: proof.mimeType,
  size: proof.buffer.length,
  content: proof.buffer.toString('base64'),
}

export const controlOf = (name: string) => `feld-${name.replaceAll('.', '-')}`
export const locate = (page: Page, name: string) => page.locator(`[id="${controlOf(name)}"]`)

/** Enters what the branch says into a step, field by field; `which` leaves fields out. */
export async function fillStep(
  page: Page,
  branch: Branch,
  step: number,
  which: (field: Field) => boolean = () => true,
): Promise<void> {
  for (const field of askedIn(branch, step).filter(which)) await fill(page, field, branch.form)
}

async function fill(page: Page, field: Field, form: Branch['form']): Promise<void> {
  const { name, kind, nextPossible } = field
  const answer = form[name]
  if (nextPossible && form[nextPossible.field] === true) await locate(page, nextPossible.field).check()
  else if (typeof answer === 'boolean') await locate(page, name).setChecked(answer)
  else if (Array.isArray(answer)) await chooseFiles(page, name, answer.length)
  else if (kind === 'address' && answer) await fillAddress(page, name, answer as Address)
  else if (typeof answer === 'string' && answer !== '') await fillText(page, field, answer)
}

async function fillText(page: Page, field: Field, answer: string): Promise<void> {
  const { name, kind, control } = field
  if (kind === 'choice' && control === 'select') await locate(page, name).selectOption(answer)
  else if (kind === 'choice') await locate(page, radioOf(field, answer)).check()
  else if (kind === 'month') await locate(page, name).fill(monthText(answer))
  else if (kind === 'date')
    for (const [part, text] of dateParts(answer)) await locate(page, name + part).fill(text)
  else await locate(page, name).fill(answer)
}

async function fillAddress(page: Page, name: string, address: Address): Promise<void> {
  for (const part of ['strasse', 'hausnummer', 'plz', 'ort'] as const)
    await locate(page, `${name}.${part}`).fill(address[part])
  const country = locate(page, `${name}.land`)
  if ((await country.count()) > 0) await country.fill(address.land)
}

export function radioOf(field: Field, answer: string): string {
  return field.options?.[0]?.value === answer ? field.name : `${field.name}-${answer}`
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

/** One after the other; the page offers to take a file away once the service has it. */
async function chooseFiles(page: Page, name: string, count: number): Promise<void> {
  const group = page.getByRole('group').filter({ has: locate(page, name) })
  for (let chosen = 1; chosen <= count; chosen += 1) {
    await locate(page, name).setInputFiles(proof)
    await expect(group.getByRole('button', { name: /entfernen/i })).toHaveCount(chosen)
  }
}
