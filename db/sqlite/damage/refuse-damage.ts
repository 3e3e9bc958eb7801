import { statSync } from 'node:fs'
import type Database from 'better-sqlite3'
import { StoreRefused } from '#db/ports/store.ts'
import { clearFinding, hasFinding } from './finding.ts'

/**
 * Maximum size in bytes of a database that is checked completely before it is opened. The check reads about a gigabyte
 * in two seconds; larger databases are checked in the background.
 */
export const maxBytesCheckedAtStart = 1024 ** 3

/** What the operator can do about a damaged database. */
export const damageAdvice =
  'Restore a backup; keep the damaged file, because much of it may still be readable'

/**
 * Throws `StoreRefused` if the database is damaged. Does not check a database of more than `maxBytes`, unless a
 * background check has found damage in it before or `force` is set: nothing may change a damaged database further.
 */
export function refuseDamage(
  sqlite: Database.Database,
  { maxBytes, force }: { maxBytes: number; force: boolean },
): void {
  const file = sqlite.name
  if (!force && !hasFinding(file) && statSync(file).size > maxBytes) return
  const finding = sqlite.pragma('quick_check(1)', { simple: true }) as string
  if (finding !== 'ok') throw new StoreRefused(describeDamage(file, finding))
  // The damaged file has been replaced by a backup.
  clearFinding(file)
}

export function describeDamage(file: string, finding: string): string {
  return `the database ${file} is damaged (${finding.replaceAll(/\s+/g, ' ').trim()}). ${damageAdvice}`
}
