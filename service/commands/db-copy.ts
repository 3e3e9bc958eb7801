import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { type Store, StoreRefused, StoreUnavailable } from '#db/store.ts'
import { type DatabaseAddress, databaseAllowed, describeDatabase, readDatabaseUrl } from '../database-url.ts'
import { readPiiKey } from '../env.ts'
import { moveStore } from '../moving/move-store.ts'
import { openAlone } from '../moving/open-alone.ts'
import { StartError } from '../start-error.ts'
import { UsageError } from './command-errors.ts'

const usage = `Copies a whole store to an empty one, be it another engine, with the same positions, and verifies it.
Stop the service first. The source keeps all that it has.

npm run db:copy -- --from file:data/formlotse.db --to postgres://user:password@host:5432/formlotse
npm run db:copy -- --from postgres://… --to file:data/formlotse.db

  --without-conversions  leaves behind what is still to be told to the analytics service

The key for personal data is PII_KEY, or pii.key beside a database file that is copied from. The copy has the same one,
unless NEW_PII_KEY is given: then personal data is sealed again with that.`

interface Request {
  from: DatabaseAddress
  to: DatabaseAddress
  withoutConversions: boolean
  keys: { from: Uint8Array; to: Uint8Array }
}

function readRequest(args: string[], env: NodeJS.ProcessEnv): Request {
  const { values } = parseArgs({
    args,
    options: {
      from: { type: 'string' },
      to: { type: 'string' },
      'without-conversions': { type: 'boolean', default: false },
    },
  })
  const from = addressOf('--from', values.from)
  const to = addressOf('--to', values.to)
  if (from.engine === 'sqlite' && !existsSync(from.file))
    throw new StartError(`There is no database at ${from.file}.`)
  if (describeDatabase(from) === describeDatabase(to))
    throw new UsageError('--from and --to are the same database.')
  if (to.engine === 'sqlite' && !existsSync(path.dirname(to.file)))
    throw new StartError(`There is no folder ${path.dirname(to.file)} for the copy.`)
  const key = keyOf('PII_KEY', env) ?? keyFileBeside(from)
  const withoutConversions = values['without-conversions']
  return { from, to, withoutConversions, keys: { from: key, to: keyOf('NEW_PII_KEY', env) ?? key } }
}

function addressOf(option: string, text: string | undefined): DatabaseAddress {
  if (text === undefined) throw new UsageError(`${option} is missing.`)
  const address = readDatabaseUrl(text)
  // What was read may hold a password.
  if (!address) throw new UsageError(`${option} is wrong: allowed: ${databaseAllowed}.`)
  return address
}

function keyOf(name: 'PII_KEY' | 'NEW_PII_KEY', env: NodeJS.ProcessEnv): Uint8Array | undefined {
  const text = env[name]?.trim()
  return text ? readKey(name, text) : undefined
}

function readKey(place: string, text: string): Uint8Array {
  const key = readPiiKey(text)
  if (key) return key
  throw new StartError(`${place} is wrong: read ${text.length} characters, allowed: 32 bytes in base64.`)
}

function keyFileBeside(from: DatabaseAddress): Uint8Array {
  const file = from.engine === 'sqlite' ? path.join(path.dirname(from.file), 'pii.key') : undefined
  if (file && existsSync(file)) return readKey(file, readFileSync(file, 'utf8').trim())
  throw new StartError(
    `PII_KEY is missing: it opens the personal data of ${describeDatabase(from)}${file ? `, and there is no ${file} either` : ''}.`,
  )
}

async function main({ from, to, keys, withoutConversions }: Request): Promise<void> {
  const [source, target] = [describeDatabase(from), describeDatabase(to)]
  const opened: (() => Promise<void>)[] = []
  const open = async (address: DatabaseAddress, piiKey: Uint8Array): Promise<Store> => {
    const { store, close } = await openAlone(address, piiKey)
    opened.push(close)
    return store
  }
  try {
    console.log(`Copying ${source} to ${target}.`)
    const store = await open(from, keys.from)
    // Opening made the tables of a database that had none, so its name may well be a wrong one.
    if ((await store.log.head()) === 0)
      throw new StoreRefused(`${source} has no events: is it the right one?`)
    const stores = { from: store, to: await open(to, keys.to) }
    await saying(`What is in ${target} is not whole. Remove it before you try again.`, () =>
      moveStore({ ...stores, target, keys, withoutConversions, now: Date.now, tell: console.log }),
    )
    console.log(whatNext(source, to, keys))
  } finally {
    for (const close of opened.toReversed()) await close()
  }
}

/** For when it is broken off: a service would start on half a copy, and nothing could be seen of it. */
async function saying(warning: string, copy: () => Promise<unknown>): Promise<void> {
  const leave = (signal: NodeJS.Signals) => {
    console.error(warning)
    process.exit(signal === 'SIGINT' ? 130 : 143)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, leave)
  try {
    await copy()
  } catch (error) {
    // Refused is what has not begun.
    if (!(error instanceof StoreRefused)) console.error(warning)
    throw error
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, leave)
  }
}

function whatNext(source: string, to: DatabaseAddress, keys: Request['keys']): string {
  const url = to.engine === 'sqlite' ? `file:${to.file}` : 'postgres://…'
  const secrets = keys.from === keys.to ? 'the same secrets' : 'NEW_PII_KEY as its PII_KEY, the other secrets'
  return [
    `All of it is there. Start the service with DATABASE_URL=${url}, ${secrets}, and the erasures.jsonl of its data folder.`,
    `From then on ${source} is out of date: move it away, so that nobody starts on it by mistake.`,
  ].join('\n')
}

try {
  if (process.argv.includes('--help')) console.log(usage)
  else await main(readRequest(process.argv.slice(2), process.env))
} catch (error) {
  const wrongCall =
    error instanceof UsageError || (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS')
  const expected = [StartError, StoreRefused, StoreUnavailable].some((kind) => error instanceof kind)
  if (wrongCall) console.error(`${(error as Error).message}\n\n${usage}`)
  else console.error(expected ? (error as Error).message : error)
  process.exitCode = wrongCall ? 2 : 1
}
