import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

export function temporaryFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), 'formlotse-faults-'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
