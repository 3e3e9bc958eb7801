import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { describeDatabase } from '#service/config/database-url.ts'
import { type Env, databaseOf, readEnv } from '#service/config/env.ts'
import { openStore } from '#service/open-store.ts'
import { createPrivateFiles } from '#service/process/private-files.ts'
import { readSecrets } from '#service/config/secrets.ts'
import { StartError } from '#service/config/start-error.ts'
import { fillStore } from './fill.ts'
import { mendedFunnel } from './mended-funnel.ts'
import { lastRelease } from './operations.ts'

const usage = `Fills an empty store with invented runs and starts the site on it.

npm run demo -- [--days 90] [--runs 7000]

  --days  number of days up to now (1 to 400)
  --runs  approximate number of runs (1 to 100000)

The data is stored in DATA_DIR (data/demo by default) or in the database of DATABASE_URL.`

async function fill(env: Env, { days, runs }: { days: number; runs: number }): Promise<void> {
  createPrivateFiles()
  const database = databaseOf(env)
  const where = describeDatabase(database)
  if (database.engine === 'sqlite') mkdirSync(env.DATA_DIR, { recursive: true, mode: 0o700 })
  const { piiKey, files } = readSecrets(env)
  const store = await openStore(database, { piiKey, service: true, onError: () => undefined })
  try {
    if ((await store.log.head()) > 0)
      throw new StartError(
        `${where} is not empty, and the demo only fills an empty store. To start the site on it: DATA_DIR=${env.DATA_DIR} npm start. To start over, remove that folder or set another DATA_DIR.`,
      )
    console.log(`Filling ${where} with about ${runs} invented runs of ${days} days …`)
    const startedAt = Date.now()
    const { stored, duplicate, rejected } = await fillStore({
      store,
      piiKey,
      until: startedAt,
      visits: runs,
      days,
      print: console.log,
    })
    const seconds = Math.round((Date.now() - startedAt) / 1000)
    console.log(`${stored} events stored, ${duplicate} duplicates, ${rejected} rejected, in ${seconds} s.`)
  } finally {
    await store.close()
  }
  const site = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`
  const password = files['REPORTS_PASSWORD'] ?? 'REPORTS_PASSWORD'
  console.log(`The reports will be at ${site}/berichte, their password is in ${password}`)
}

function readArguments() {
  const { values } = parseArgs({
    options: {
      days: { type: 'string', default: '90' },
      runs: { type: 'string', default: '7000' },
      help: { type: 'boolean', default: false },
    },
  })
  const { help } = values
  return { help, days: whole('--days', values.days, 400), runs: whole('--runs', values.runs, 100_000) }
}

function whole(name: string, text: string, max: number): number {
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= 1 && value <= max) return value
  throw new StartError(
    `${name} is wrong: read ${JSON.stringify(text)}, allowed: a whole number from 1 to ${max}.`,
  )
}

process.env['RELEASE'] ??= lastRelease
process.env['DATA_DIR'] ??= 'data/demo'
process.env['REVIEWS_FILE'] ??= path.join(import.meta.dirname, 'reviews.json')
process.env['CONVERSION_FILES'] ??= 'google,microsoft'
process.env['CONVERSION_FILES_SECRET'] ??= randomBytes(32).toString('base64url')
try {
  const { help, ...size } = readArguments()
  if (help) console.log(usage)
  else {
    await fill(readEnv(process.env), size)
    const { runService } = await import('#service/main.ts')
    await runService({ funnelOf: mendedFunnel })
  }
} catch (error) {
  const { code = '' } = error as { code?: string }
  const misused = code.startsWith('ERR_PARSE_ARGS')
  console.error(error instanceof Error ? error.message : error)
  if (misused) console.error(`\n${usage}`)
  process.exit(misused ? 2 : 1)
}
