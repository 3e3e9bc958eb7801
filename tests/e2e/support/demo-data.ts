import { execFile } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { compileCache, programAt } from '#tests/speed/program-paths.ts'

const run = promisify(execFile)

/** Amount of demo data, as for `npm run demo`. */
export interface DemoData {
  days: number
  runs: number
}

export const demoService = 'tests/e2e/support/demo-service.ts'

/** Environment variable with the folder of the filled stores. The global setup creates it for all workers. */
export const filledStores = 'FILLED_STORES'

/**
 * Returns the data folder of a store with demo data up to the present. The first worker that requests an amount fills the
 * store; the others wait for it and use copies.
 */
export async function filledData(size: DemoData): Promise<string> {
  const folder = path.join(process.env[filledStores]!, `${size.days}-${size.runs}`)
  while (!existsSync(completeOf(folder))) {
    if (isCreated(folder)) await fill(folder, size)
    else await sleep(100)
  }
  return folder
}

const completeOf = (folder: string) => `${folder}.complete`

async function fill(folder: string, { days, runs }: DemoData): Promise<void> {
  const env = { ...process.env, ...compileCache, DATA_DIR: folder }
  try {
    await run(process.execPath, [programAt(demoService), 'fill', String(days), String(runs)], { env })
    await writeFile(completeOf(folder), '')
  } catch (error) {
    // Another worker, or the next one, tries again.
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

/** Returns whether this call has created the folder. */
function isCreated(folder: string): boolean {
  try {
    mkdirSync(folder, { mode: 0o700 })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}
