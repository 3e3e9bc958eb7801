import { createHmac, hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { createVaultCipher, piiKeyBytes } from '#db/keys/vault-cipher.ts'
import type { NewEvent } from '#db/ports/event-log.ts'
import type { Store } from '#db/ports/store.ts'
import { toAppendRows } from '#db/ports/append-rows.ts'
import type { NewEventRow } from '#db/ports/new-event-row.ts'
import { newEvent, piiKey } from '#tests/db/contract/setup.ts'

const cipher = createVaultCipher(piiKey)

/** Personal values of one event, as earlier versions stored them: encrypted without a data key. */
export interface UnkeyedValue {
  row: NewEventRow
  position: number
  ciphertext: Buffer
  emailHmac: Buffer | null
  keptFor: 'invoice' | null
}

/**
 * Returns the HMAC that earlier versions computed for an e-mail address. Different spellings of an address had
 * different HMACs.
 */
function earlierHmac(email: string): Buffer {
  const key = hkdfSync('sha256', piiKey, Buffer.alloc(0), 'formlotse/vault/email', 32)
  return createHmac('sha256', Buffer.from(key)).update(email.trim().toLowerCase()).digest()
}

/** Returns an e-mail address in which each umlaut is two code points, as macOS enters it. */
export const typedEmail = (runId: string) => `MÜLLER+${runId}@Bücher.de`.normalize('NFD')

/**
 * Returns the personal values of runs. Every third run has an order. Every run has a step, except every sixth run,
 * which has only an order. The values of such an order are kept for the invoice.
 */
export function unkeyedValues(runs: number): { runIds: string[]; values: UnkeyedValue[] } {
  const runIds = Array.from({ length: runs }, () => randomUUID())
  const events = runIds.flatMap((runId, index) => [
    ...(index % 6 === 0 ? [] : [given(runId, { email: typedEmail(runId), vorname: 'Sigismunda' })]),
    ...(index % 3 === 0 ? [given(runId, { vorname: 'Sigismunda' }, 'complete')] : []),
  ])
  const { rows } = toAppendRows({ events, rejected: [], now: 0, dedupeWindowMs: 0 })
  const places = new Map<string, number>(runIds.map((runId, index) => [runId, index]))
  const values = rows.map((row, index) => {
    const position = index + 1
    const keptFor = row.type === 'complete' && places.get(row.runId)! % 6 === 0 ? ('invoice' as const) : null
    return {
      row,
      position,
      ciphertext: cipher.seal({ runId: row.runId, position }, row.personal!),
      emailHmac: row.email === null ? null : earlierHmac(row.email),
      keptFor,
    }
  })
  return { runIds, values }
}

const given = (runId: string, form: Record<string, unknown>, type: 'step' | 'complete' = 'step'): NewEvent =>
  newEvent({ type, runId, personal: { form } })

/**
 * Returns an upload in the format of earlier versions, which had no data keys. On PostgreSQL, each upload had a random
 * key for its content, and this key was encrypted with `piiKey`. On SQLite, the content was encrypted with `piiKey`
 * directly.
 */
export function unkeyedUpload(runId: string, content: Buffer, engine: 'sqlite' | 'postgres') {
  const id = randomUUID()
  const secret = randomBytes(piiKeyBytes)
  const parts = engine === 'sqlite' ? cipher : createVaultCipher(secret)
  return {
    id,
    name: cipher.seal({ runId, upload: id, part: 'name' }, 'Sterbeurkunde.pdf'),
    secret: cipher.seal({ runId, upload: id, part: 'key' }, secret),
    part: parts.seal({ runId, upload: id, part: 0 }, content),
  }
}

/**
 * Returns the ciphertexts and HMACs that earlier versions stored for these values, split into chunks of eight bytes.
 * After the migration, the database must contain none of these chunks.
 */
export function unkeyedSecrets(values: readonly UnkeyedValue[]): Buffer[] {
  return values.flatMap(({ ciphertext, emailHmac }) =>
    [ciphertext.subarray(5), ...(emailHmac ? [emailHmac] : [])].flatMap((bytes) =>
      Array.from({ length: Math.floor(bytes.length / 8) }, (_, index) =>
        bytes.subarray(8 * index, 8 * index + 8),
      ),
    ),
  )
}

/**
 * Expects that every run has kept its values. Also expects that runs are found by another spelling of their e-mail
 * address, except every sixth run, which has no address.
 */
export async function expectResealed(store: Store, runIds: string[], values: readonly UnkeyedValue[]) {
  for (const [index, runId] of runIds.entries()) {
    const kept = values.filter(({ row }) => row.runId === runId)
    expect(await store.vault.readPage(runId, 0)).toEqual(
      kept.map(({ position, row, keptFor }) => ({ position, personal: JSON.parse(row.personal!), keptFor })),
    )
    const email = `müller+${runId}@xn--bcher-kva.de`
    expect(await store.people.findRuns(email)).toEqual(
      index % 6 === 0 ? [] : [{ runId, isLatestEmail: true }],
    )
  }
}
