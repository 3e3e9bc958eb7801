import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { bundlePrograms } from '#tests/speed/bundle-programs.ts'
import { filledStores } from './demo-data.ts'

/** Global setup of Playwright: the journeys start the bundled service, and share stores with demo data. */
export default async function prepare(): Promise<() => void> {
  await bundlePrograms()
  const folder = mkdtempSync(path.join(tmpdir(), 'formlotse-filled-'))
  process.env[filledStores] = folder
  return () => rmSync(folder, { recursive: true, force: true })
}
