import { type CopyRow, tableOf } from '#db/ports/copy-store.ts'
import { type VaultCipher, createVaultCipher } from '#db/keys/vault-cipher.ts'
import { contentLocation } from '#service/outbox/sealed-content.ts'
import { type DataKeys, createDataKeys } from '#db/keys/data-keys.ts'
import { resealPerson } from '#service/users/sealed-person.ts'
import { nameWords } from '#domain/orders/name-words.ts'
import type { Vault } from '#db/ports/event-log.ts'
import type { DataClass } from '#domain/retention/data-class.ts'
import type { RowTransform } from './copy-tables.ts'

/**
 * Returns a transform that adapts rows to the key of the target. Rows are unchanged if both stores have the same key.
 * Otherwise:
 * - Data keys and the contents of the outbox are encrypted with the new key.
 * - HMACs of e-mail addresses and names are recomputed.
 * - Names and addresses of users are encrypted with the new key, and the hashes of the addresses are recomputed.
 * - Fingerprints of events are omitted, because they are valid only for seconds.
 */
export function createKeyTransform(
  vault: Pick<Vault, 'readAt'>,
  { from, to }: { from: Uint8Array; to: Uint8Array },
): RowTransform {
  if (Buffer.from(from).equals(to)) return async (_, rows) => rows
  const [before, after] = [createDataKeys(from), createDataKeys(to)]
  const ciphers = { from: createVaultCipher(from), to: createVaultCipher(to) }
  return async (table, rows) => {
    if (table === 'fingerprints') return []
    if (table === 'outbox') return rows.map((row) => resealContent(row, ciphers))
    if (table === 'users') return rows.map((row) => resealUser(row, ciphers))
    if (table === 'data_keys') return rows.map((row) => rewrap(row, { before, after }))
    if (table === 'name_hmacs') return await remakeNames(rows, vault, after)
    return table === 'email_hmacs' ? await remakeEmails(rows, vault, after) : rows
  }
}

function rewrap(row: CopyRow, { before, after }: { before: DataKeys; after: DataKeys }): CopyRow {
  const [runId, dataClass, wrapped, position] = row as [string, DataClass, Uint8Array, number]
  return [runId, dataClass, before.rewrap({ runId, dataClass }, wrapped, after), position]
}

async function remakeEmails(
  rows: readonly CopyRow[],
  vault: Pick<Vault, 'readAt'>,
  keys: DataKeys,
): Promise<CopyRow[]> {
  const remade: CopyRow[] = []
  for (const [position, runId] of rows as [number, string, Uint8Array][]) {
    const email = (await vault.readAt(runId, position))?.personal.form?.['email']
    if (typeof email === 'string') remade.push([position, runId, keys.emailHmac(email)])
  }
  return remade
}

async function remakeNames(
  rows: readonly CopyRow[],
  vault: Pick<Vault, 'readAt'>,
  keys: DataKeys,
): Promise<CopyRow[]> {
  const remade: CopyRow[] = []
  for (const [position, runId, word] of rows as [number, string, number, Uint8Array][]) {
    const form = (await vault.readAt(runId, position))?.personal.form
    const name = form && nameWords(form)[word]
    if (name !== undefined) remade.push([position, runId, word, keys.nameHmac(name)])
  }
  return remade
}

function resealUser(row: CopyRow, ciphers: { from: VaultCipher; to: VaultCipher }): CopyRow {
  const columns = Object.keys(tableOf('users').columns)
  const [id, hash, sealed] = ['id', 'email_hash', 'sealed'].map((name) => columns.indexOf(name)) as [
    number,
    number,
    number,
  ]
  const user = resealPerson({ id: row[id] as string, sealed: row[sealed] as Uint8Array }, ciphers)
  return row.with(hash, user.emailHash).with(sealed, user.sealed)
}

function resealContent(row: CopyRow, { from, to }: { from: VaultCipher; to: VaultCipher }): CopyRow {
  const columns = Object.keys(tableOf('outbox').columns)
  const [id, content] = ['message_id', 'content'].map((name) => columns.indexOf(name)) as [number, number]
  const sealed = row[content]
  if (!(sealed instanceof Uint8Array)) return row
  const location = contentLocation(row[id] as string)
  return row.with(content, to.seal(location, from.unseal(location, sealed)))
}
