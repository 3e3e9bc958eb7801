import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { pino } from 'pino'
import { afterAll, describe, expect, test } from 'vitest'
import { type TypesetResult, createTypesetter } from '#service/documents/typesetter.ts'
import { letterOf, orders, valuesOf } from '#tests/domain/documents/compose-letter.ts'
import {
  cancellation,
  confirmation,
  invoice,
  smallInvoice,
} from '#tests/service/documents/support/contents.ts'

// `npm run test:documents` downloads the validators and sets this to their folder. They need Java.
const libraries = process.env['VALIDATORS']
const validators = path.join(import.meta.dirname, '../../validators')

const folder = mkdtempSync(path.join(tmpdir(), 'formlotse-standards-'))
const typesetter = createTypesetter({ log: pino({ level: 'silent' }) })
afterAll(async () => {
  await typesetter.stop()
  rmSync(folder, { recursive: true })
})

async function write(name: string, made: Promise<TypesetResult>): Promise<string> {
  const result = await made
  if (result.code !== 'typeset') throw new Error(result.reason)
  const file = path.join(folder, name)
  writeFileSync(file, result.pdf)
  return file
}

/** Returns the output of a Java program. Throws if its exit code is not 0. */
function java(validator: 'verapdf' | 'mustang', ...args: string[]): string {
  return execFileSync('java', ['-cp', `${libraries}/${validator}/*`, ...args], {
    encoding: 'utf8',
    timeout: 120_000,
  })
}

function expectConformance(flavour: 'ua1' | '3b', files: string[]): void {
  const output = java(
    'verapdf',
    'org.verapdf.apps.GreenfieldCliWrapper',
    '--flavour',
    flavour,
    '--format',
    'text',
    ...files,
  )
  const lines = output.split('\n').filter((line) => /^(PASS|FAIL)/.test(line))
  expect(lines.toSorted()).toEqual(files.map((file) => `PASS ${file} ${flavour}`).toSorted())
}

const invoices = { invoice, cancellation, 'invoice without an address': smallInvoice }

describe.skipIf(!libraries)('by the validators (npm run test:documents, with Maven and Java)', () => {
  test('letters and confirmations are PDF/UA-1', { timeout: 180_000 }, async () => {
    const files = [await write('confirmation.pdf', typesetter.confirmation(confirmation))]
    for (const [index, { funnel, form }] of orders.entries()) {
      const content = letterOf(funnel, valuesOf(funnel, form))
      files.push(await write(`letter-${index}.pdf`, typesetter.letter(content)))
    }
    expectConformance('ua1', files)
  })

  test.each(Object.entries(invoices))(
    '%s: PDF/A-3 and EN 16931',
    { timeout: 180_000 },
    async (name, content) => {
      const file = await write(`${name}.pdf`, typesetter.invoice(content))
      expectConformance('3b', [file])
      expect(java('mustang', path.join(validators, 'ValidateInvoice.java'), file)).toContain(
        '<summary status="valid"/>',
      )
    },
  )
})
