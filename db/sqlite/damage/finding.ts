import { existsSync, rmSync, writeFileSync } from 'node:fs'

/**
 * The result of a background check that found damage is stored next to the database, because a damaged database may not
 * be writable. While this file exists, the database is checked completely before it is opened.
 */
const fileOf = (database: string) => `${database}-damaged`

export function hasFinding(database: string): boolean {
  return existsSync(fileOf(database))
}

export function recordFinding(database: string, finding: string): void {
  writeFileSync(fileOf(database), `${finding}\n`, { mode: 0o600, flush: true })
}

export function clearFinding(database: string): void {
  rmSync(fileOf(database), { force: true })
}
