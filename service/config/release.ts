import { readFileSync } from 'node:fs'
import path from 'node:path'

export const releaseAllowed = '1 to 80 letters, digits and . _ + / - like 2026-11-20.3 or a commit'

/** Parses the name of a release. It cannot contain personal data, and is therefore stored as it is. */
export function readRelease(text: string): string | undefined {
  return /^[\w.+/-]{1,80}$/.test(text) ? text : undefined
}

const packageFile = path.resolve(import.meta.dirname, '../../package.json')

/** Returns the version in `package.json`, which names the release unless the configuration does. */
export function packageVersion(): string {
  return (JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string }).version
}
