import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { UsageError } from '#service/commands/command-errors.ts'
import {
  type DatabaseAddress,
  databaseAllowed,
  describeDatabase,
  readDatabaseUrl,
} from '#service/config/database-url.ts'
import { archiveFolderOf, readEnv } from '#service/config/env.ts'
import { hostUrls } from '#db/postgres/hosts/host-urls.ts'
import { readPiiKey } from '#service/config/variables.ts'
import { withSecretFiles } from '#service/config/secret-files.ts'
import { StartError } from '#service/config/start-error.ts'

export interface CopyRequest {
  from: DatabaseAddress
  to: DatabaseAddress
  /** Folders that may contain unsent e-mails of the source database, left by an earlier version of the service. */
  dataFolders: string[]
  /** Folder of the archived ranges of the log. */
  archiveFolder: string
  allowClearText: boolean
  keys: { from: Uint8Array; to: Uint8Array }
}

/**
 * Reads the arguments and variables of `npm run db:copy`. Throws a `UsageError` or `StartError` if one is wrong or
 * missing.
 */
export function readCopyRequest(args: string[], environment: NodeJS.ProcessEnv): CopyRequest {
  const env = withSecretFiles(environment, ['PII_KEY', 'NEW_PII_KEY', 'FROM_DATABASE_URL', 'TO_DATABASE_URL'])
  const values = parse(args)
  const from = addressOf('from', values.from, env['FROM_DATABASE_URL'])
  const to = addressOf('to', values.to, env['TO_DATABASE_URL'])
  if (from.engine === 'sqlite' && !existsSync(from.file))
    throw new StartError(`There is no database at ${from.file}.`)
  if (describeDatabase(from) === describeDatabase(to))
    throw new UsageError('--from and --to are the same database.')
  if (to.engine === 'sqlite' && !existsSync(path.dirname(to.file)))
    throw new StartError(`There is no folder ${path.dirname(to.file)} for the copy.`)
  const key = keyOf('PII_KEY', env) ?? keyFileBeside(from)
  const keys = { from: key, to: keyOf('NEW_PII_KEY', env) ?? key }
  const allowClearText = env['ALLOW_CLEARTEXT'] === 'on'
  return {
    from,
    to,
    dataFolders: dataFoldersOf(from, env),
    archiveFolder: archiveFolderOfCopy(from, env),
    allowClearText,
    keys,
  }
}

function parse(args: string[]) {
  const options = {
    from: { type: 'string' },
    to: { type: 'string' },
  } as const
  try {
    return parseArgs({ args, options }).values
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error })
  }
}

/**
 * Returns the data folder and the folder of the database file. Both are needed: the command may run without the
 * service's `DATA_DIR`, and the database may be outside the data folder.
 */
function dataFoldersOf(from: DatabaseAddress, env: NodeJS.ProcessEnv): string[] {
  const { DATA_DIR } = readEnv({ DATA_DIR: env['DATA_DIR'] })
  const beside = from.engine === 'sqlite' ? [path.dirname(path.resolve(from.file))] : []
  return [...new Set([DATA_DIR, ...beside])]
}

function archiveFolderOfCopy(from: DatabaseAddress, env: NodeJS.ProcessEnv): string {
  const beside = from.engine === 'sqlite' ? path.dirname(path.resolve(from.file)) : undefined
  const { DATA_DIR = beside, LOG_ARCHIVE } = env
  return archiveFolderOf(readEnv({ DATA_DIR, LOG_ARCHIVE }))
}

function addressOf(
  side: 'from' | 'to',
  argument: string | undefined,
  variable: string | undefined,
): DatabaseAddress {
  const [option, name] = [`--${side}`, `${side.toUpperCase()}_DATABASE_URL`]
  const given = variable?.trim() || undefined
  if (argument !== undefined && given !== undefined)
    throw new UsageError(`${option} and ${name} are both given; only one of them is allowed.`)
  const text = argument ?? given
  if (text === undefined) throw new UsageError(`${option} or ${name} is missing.`)
  const address = readDatabaseUrl(text)
  // The value may contain a password, so the error message does not repeat it.
  if (!address)
    throw new UsageError(`${argument === undefined ? name : option} is wrong; allowed: ${databaseAllowed}.`)
  if (argument !== undefined && hasPassword(address))
    throw new UsageError(
      `${option} contains a password, which every user of this machine could read: use ${name}, or a file named by ${name}_FILE.`,
    )
  return address
}

function hasPassword(address: DatabaseAddress): boolean {
  if (address.engine === 'sqlite') return false
  const { password, searchParams } = new URL(hostUrls(address.url)![0]!)
  return password !== '' || searchParams.has('password')
}

function keyOf(
  name: 'PII_KEY' | 'NEW_PII_KEY',
  env: Record<string, string | undefined>,
): Uint8Array | undefined {
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
    `PII_KEY is missing: it decrypts the personal data of ${describeDatabase(from)}${file ? `, and there is no ${file} either` : ''}.`,
  )
}
