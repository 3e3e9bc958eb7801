// `npm run stack`: runs the services of compose.yaml as plain processes until Ctrl+C.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { variableNames } from '#service/config/env.ts'
import { openInbox } from '#tools/inbox/inbox.ts'
import { onStopSignals } from '#service/process/stop-on-signal.ts'
import { startMailCatcher } from './mail-catcher.ts'
import { readOrCreateSecrets } from './secrets.ts'
import { type Stack, startStack } from './topology.ts'

const usage = `Starts PostgreSQL, two ingest replicas behind a proxy, projections, forwarding, a webhook inbox and a mail catcher. Ctrl+C stops everything.

npm run stack -- [--port 3000] [--data <folder> | --temporary] [--ha] [--full]

  --port       port of the proxy (3000)
  --data       folder for data and secrets (<DATA_DIR>/stack, by default ./data/stack)
  --temporary  uses a temporary folder, which is deleted at the end
  --ha         three PostgreSQL servers under Patroni with etcd instead of one, and reports from a standby; requires the
               Debian packages patroni, python3-etcd, etcd-server and postgresql
  --full       the inbox prints whole messages, including personal data

Other settings of the service (RATE_LIMIT, LOG_LEVEL, LANE_SIZE …) are taken from the environment.`

/** Variables that the stack sets. Their values in the user's environment are ignored. */
const setByStack = new Set([
  'PORT',
  'DATA_DIR',
  'DATABASE_URL',
  'DATABASE_READ_URL',
  'ROLES',
  'PUBLIC_URL',
  'TRUST_PROXY',
  'WEBHOOK_URL',
  'SMTP_URL',
  'PII_KEY',
  'REPORTS_TOKEN',
  'REPORTS_PASSWORD',
  'ORDERS_PASSWORD',
  'WEBHOOK_SECRET',
  'PAYMENT_WEBHOOK_SECRET',
])

function readArguments() {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '3000' },
      data: { type: 'string' },
      temporary: { type: 'boolean', default: false },
      ha: { type: 'boolean', default: false },
      full: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  const port = Number(values.port)
  if (!/^\d+$/.test(values.port) || port > 65_535)
    throw new TypeError(`--port is wrong: read "${values.port}", allowed: a whole number from 0 to 65535.`)
  if (values.temporary && values.data !== undefined)
    throw new TypeError('--temporary cannot be combined with --data.')
  return { ...values, port }
}

const print = (line: string) => void process.stdout.write(`${line}\n`)

async function main({ port, ha, full, data, temporary }: ReturnType<typeof readArguments>): Promise<void> {
  const folder = temporary
    ? mkdtempSync(path.join(tmpdir(), 'formlotse-stack-'))
    : path.resolve(data ?? path.join(process.env['DATA_DIR'] || 'data', 'stack'))
  if (temporary) process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const stops: (() => Promise<string[]>)[] = []
  let stopping = false

  async function stopAll(code: number): Promise<void> {
    if (stopping) return
    stopping = true
    print('stack: stopping …')
    for (const stop of stops.toReversed()) for (const fault of await stop()) print(`stack: ${fault}`)
    print('stack: all processes have stopped.')
    process.exit(code)
  }
  onStopSignals(
    () => void stopAll(0),
    () => process.exit(1),
  )

  const inbox = await openInbox({
    port: 0,
    secrets: [readOrCreateSecrets(folder).WEBHOOK_SECRET],
    fail: 0,
    status: 500,
    full,
    print: (line) => print(line && `inbox: ${line}`),
  })
  stops.push(() => inbox.close().then(() => []))
  const catcher = await startMailCatcher(path.join(folder, 'caught-mail'), (line) => print(`mail: ${line}`))
  stops.push(() => catcher.close().then(() => []))
  const stack = await startStack({
    folder,
    port,
    ha,
    env: {
      SUPPORT_EMAIL: 'support@formlotse.example',
      ...settingsOf(process.env),
      WEBHOOK_URL: inbox.url,
      SMTP_URL: catcher.url,
    },
    watch: {
      onNotice: (line) => print(`stack: ${line}`),
      onLine: (name, line) => print(`${name}: ${line}`),
      onFailure: (error) => {
        print(`stack: ${error.message}`)
        void stopAll(1)
      },
    },
  })
  stops.push(stack.stop)
  printAddresses(stack, folder)
}

function settingsOf(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    variableNames
      .filter((name) => !setByStack.has(name))
      .flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])),
  )
}

function printAddresses({ url, databases, services }: Stack, folder: string): void {
  const members = [...databases, ...services]
  print(
    [
      '',
      `The site and the API are at ${url}, behind a proxy with ${members.length} processes:`,
      `  ${members.map(({ name, pid }) => `${name} (${pid()})`).join(', ')}`,
      `The reports are at ${url}/berichte; the password is REPORTS_PASSWORD in the file below.`,
      `Orders are processed at ${url}/auftraege; the password is ORDERS_PASSWORD.`,
      'The inbox prints webhook messages here, and the mail catcher prints the file names of e-mails.',
      `The data is in ${folder}, the secrets are in stack.env in that folder. To run a command on it:`,
      `  node --env-file=${path.join(folder, 'stack.env')} service/commands/deliveries.ts list`,
      'Ctrl+C stops everything.',
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
