import { mkdirSync } from 'node:fs'
import process from 'node:process'
import { describeDatabase } from '../database-url.ts'
import { databaseOf, readEnv } from '../env.ts'
import { openStore } from '../open-store.ts'
import { readSecrets } from '../secrets.ts'
import { fillStore } from './fill.ts'

// Fills an empty store with 90 invented days and starts the site on it.

process.env['DATA_DIR'] ??= 'data/demo'
const env = readEnv(process.env)
const database = databaseOf(env)
if (database.engine === 'sqlite') mkdirSync(env.DATA_DIR, { recursive: true, mode: 0o700 })
try {
  const { piiKey } = readSecrets(env)
  const store = await openStore(database, { piiKey, service: true, onError: () => undefined })
  try {
    if ((await store.log.head()) > 0)
      throw new Error(
        `${describeDatabase(database)} is not empty, and the demo fills an empty store only. To start the site on it: DATA_DIR=${env.DATA_DIR} npm start. To begin anew, remove that folder or name another DATA_DIR.`,
      )
    console.log(`Filling ${describeDatabase(database)} with 90 invented days …`)
    const startedAt = Date.now()
    const { stored } = await fillStore({ store, piiKey, until: startedAt, tell: console.log })
    console.log(`${stored} events in ${Math.round((Date.now() - startedAt) / 1000)} s.`)
  } finally {
    await store.close()
  }
  await import('../main.ts')
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}
