// `npm run stack`: the topology of compose.yaml as plain processes, until Ctrl+C.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { openInbox } from '#service/forwarding/inbox.ts'
import { startMailCatcher } from './mail-catcher.ts'
import { keepSecrets } from './secrets.ts'
import { type Stack, startStack } from './topology.ts'

const usage = `Starts PostgreSQL, two ingest replicas behind a proxy, projections, forwarding, a webhook inbox and a mail catcher. Ctrl+C ends all of it.

npm run stack -- [--port 3000] [--data <folder> | --temporary] [--full]

  --port       where the proxy listens (3000)
  --data       where the data and the secrets are kept (<DATA_DIR>/stack, that is ./data/stack)
  --temporary  keeps nothing
  --full       the inbox prints whole messages

Settings of the service are taken from the environment (RATE_LIMIT, LOG_LEVEL, LANE_SIZE …).`

/** What the environment may say to every service; the rest is the stack's to say. */
const passedOn =
  /^(LOG_LEVEL|RATE_LIMIT|LANE_|DEDUPE_|LAPSE_|WEBHOOK_RETRY_SCHEDULE|FORWARD_DRAFTS|RETENTION_|VIP$|SUPPORT_EMAIL$|PROVIDER_)/

/** A second Ctrl+C counts only after a moment: npm passes the first one on as well. */
const impatientAfterMs = 1000

function readArguments() {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '3000' },
      data: { type: 'string' },
      temporary: { type: 'boolean', default: false },
      full: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  const port = Number(values.port)
  if (!/^\d+$/.test(values.port) || port > 65_535)
    throw new TypeError(`--port is wrong: read "${values.port}", allowed: a whole number from 0 to 65535.`)
  if (values.temporary && values.data !== undefined)
    throw new TypeError('--temporary does not go with --data.')
  return { ...values, port }
}

const print = (line: string) => void process.stdout.write(`${line}\n`)

async function main({ port, full, data, temporary }: ReturnType<typeof readArguments>): Promise<void> {
  const folder = temporary
    ? mkdtempSync(path.join(tmpdir(), 'formlotse-stack-'))
    : path.resolve(data ?? path.join(process.env['DATA_DIR'] || 'data', 'stack'))
  if (temporary) process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const ends: (() => Promise<string[]>)[] = []
  let endingSince: number | undefined

  async function end(code: number): Promise<void> {
    if (endingSince !== undefined) {
      if (Date.now() - endingSince > impatientAfterMs) process.exit(1)
      return
    }
    endingSince = Date.now()
    print('stack: ending …')
    for (const endOne of ends.toReversed()) for (const fault of await endOne()) print(`stack: ${fault}`)
    print('stack: all of it has ended.')
    process.exit(code)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end(0))

  const inbox = await openInbox({
    port: 0,
    secrets: [keepSecrets(folder).WEBHOOK_SECRET],
    fail: 0,
    status: 500,
    full,
    print: (line) => print(line && `inbox: ${line}`),
  })
  ends.push(() => inbox.close().then(() => []))
  const catcher = await startMailCatcher(path.join(folder, 'caught-mail'), (line) => print(`mail: ${line}`))
  ends.push(() => catcher.close().then(() => []))
  const stack = await startStack({
    folder,
    port,
    env: {
      SUPPORT_EMAIL: 'support@formlotse.example',
      ...settingsOf(process.env),
      WEBHOOK_URL: inbox.url,
      SMTP_URL: catcher.url,
    },
    watch: {
      tell: (line) => print(`stack: ${line}`),
      onLine: (name, line) => print(`${name}: ${line}`),
      onFailure: (error) => {
        print(`stack: ${error.message}`)
        void end(1)
      },
    },
  })
  ends.push(stack.stop)
  announce(stack, folder)
}

function settingsOf(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => passedOn.test(entry[0])),
  )
}

function announce({ url, members }: Stack, folder: string): void {
  print(
    [
      '',
      `The site and the API are at ${url}, behind a proxy with ${members.length} processes:`,
      `  ${members.map(({ name, pid }) => `${name} (${pid()})`).join(', ')}`,
      `The reports are at ${url}/berichte, with REPORTS_PASSWORD from the file below.`,
      'Messages arrive here, as lines of the inbox; letters as files that the mail catcher names.',
      `The data lies in ${folder}, its secrets in stack.env there. To use a tool on it:`,
      `  node --env-file=${path.join(folder, 'stack.env')} service/commands/deliveries.ts list`,
      'Ctrl+C ends all of it.',
      '',
    ].join('\n'),
  )
}

try {
  const args = readArguments()
  if (args.help) print(usage)
  else await main(args)
} catch (error) {
  const wrongCall = error instanceof TypeError
  const { code, port } = error as { code?: string; port?: number }
  if (code === 'EADDRINUSE') console.error(`Port ${port} is in use; choose another one with --port.`)
  else
    console.error(wrongCall ? `${error.message}\n\n${usage}` : error instanceof Error ? error.message : error)
  process.exit(wrongCall ? 2 : 1)
}
