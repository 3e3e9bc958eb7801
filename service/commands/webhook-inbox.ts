import { mkdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { isWebhookSecret, readEnv } from '../env.ts'
import { openInbox } from '../forwarding/inbox.ts'
import { readSecrets } from '../secrets.ts'
import { StartError } from '../start-error.ts'

const usage = `A receiver for trying the webhook out.

npm run webhook:inbox -- [--port 4000] [--secret whsec_…] [--fail 3] [--status 500] [--full]

  --port    where it listens (4000)
  --secret  checks signatures; otherwise WEBHOOK_SECRET or the secret in the data folder
  --fail    answers so many of the first requests with --status (0)
  --status  what a failing answer says (500)
  --full    prints whole messages as JSON`

function readArguments() {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '4000' },
      secret: { type: 'string' },
      fail: { type: 'string', default: '0' },
      status: { type: 'string', default: '500' },
      full: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.secret !== undefined && !isWebhookSecret(values.secret))
    throw new StartError('--secret is wrong: allowed: whsec_ and 24 to 64 bytes in base64.')
  return {
    help: values.help,
    full: values.full,
    secret: values.secret,
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

/** Made here when the service has not run yet, so that both agree. */
function secretsOfService(): { secrets: string[]; place: string } {
  const env = readEnv(process.env)
  if (env.WEBHOOK_SECRET) return { secrets: env.WEBHOOK_SECRET, place: 'WEBHOOK_SECRET' }
  mkdirSync(env.DATA_DIR, { recursive: true })
  const { webhookSecrets, files } = readSecrets(env)
  return { secrets: webhookSecrets, place: files['WEBHOOK_SECRET'] ?? 'WEBHOOK_SECRET' }
}

async function main(): Promise<void> {
  const { help, secret, ...options } = readArguments()
  if (help) return console.log(usage)
  const { secrets, place } = secret ? { secrets: [secret], place: '--secret' } : secretsOfService()
  const inbox = await openInbox({ ...options, secrets, print: console.log })
  console.log(`The inbox listens on ${inbox.url} and checks signatures with the secret of ${place}.`)
  if (options.fail > 0) console.log(`It answers the first ${options.fail} requests with ${options.status}.`)
  console.log(`Start the service with  WEBHOOK_URL=${inbox.url} npm start\n`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void inbox.close())
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
