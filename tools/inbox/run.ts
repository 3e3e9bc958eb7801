import { mkdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { readEnv } from '#service/config/env.ts'
import { openInbox } from './inbox.ts'
import { createPrivateFiles } from '#service/process/private-files.ts'
import { readSecrets } from '#service/config/secrets.ts'
import { StartError } from '#service/config/start-error.ts'
import { onStopSignals } from '#service/process/stop-on-signal.ts'

const usage = `Starts a receiver for testing the webhook.

npm run webhook:inbox -- [--port 4000] [--fail 3] [--status 500] [--full]

  --port    port to listen on (4000)
  --fail    number of messages to answer with --status before accepting any (0)
  --status  HTTP status of those responses (500)
  --full    prints whole messages as JSON, including personal data

Signatures are verified with WEBHOOK_SECRET (or WEBHOOK_SECRET_FILE); if it is not set, with the secret in the data folder.`

function readArguments() {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '4000' },
      fail: { type: 'string', default: '0' },
      status: { type: 'string', default: '500' },
      full: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  return {
    help: values.help,
    full: values.full,
    port: whole('--port', values.port, 0, 65_535),
    fail: whole('--fail', values.fail, 0, 1_000_000),
    status: whole('--status', values.status, 200, 599),
  }
}

function whole(name: string, text: string, min: number, max: number): number {
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= min && value <= max) return value
  throw new StartError(
    `${name} is wrong: read ${JSON.stringify(text)}, allowed: a whole number from ${min} to ${max}.`,
  )
}

/**
 * Returns the service's webhook secrets. If the service has not run yet, creates a secret that the service will use
 * too.
 */
function secretsOfService(): { secrets: string[]; place: string } {
  const env = readEnv(process.env)
  if (env.WEBHOOK_SECRET) return { secrets: env.WEBHOOK_SECRET, place: 'WEBHOOK_SECRET' }
  mkdirSync(env.DATA_DIR, { recursive: true, mode: 0o700 })
  const { webhookSecrets, files } = readSecrets(env)
  return { secrets: webhookSecrets, place: files['WEBHOOK_SECRET'] ?? 'WEBHOOK_SECRET' }
}

async function main(): Promise<void> {
  createPrivateFiles()
  const { help, ...options } = readArguments()
  if (help) return console.log(usage)
  const { secrets, place } = secretsOfService()
  const inbox = await openInbox({ ...options, secrets, print: console.log })
  // A process that waits for the URL may send a signal at once.
  onStopSignals(
    () => void inbox.close(),
    () => process.exit(1),
  )
  console.log(`The inbox listens on ${inbox.url} and verifies signatures with the secret in ${place}.`)
  if (options.fail > 0) console.log(`It answers the first ${options.fail} messages with ${options.status}.`)
  console.log(`Start the service with  WEBHOOK_URL=${inbox.url} npm start\n`)
}

try {
  await main()
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException
  const expected = error instanceof StartError || code?.startsWith('ERR_PARSE_ARGS')
  if (code === 'EADDRINUSE') console.error('The port is in use; choose another one with --port.')
  else console.error(expected ? `${message}\n\n${usage}` : error)
  process.exitCode = expected ? 2 : 1
}
