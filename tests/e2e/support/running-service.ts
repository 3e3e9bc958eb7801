import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { Webhook } from 'standardwebhooks'
import { compileCache, programAt } from '#tests/speed/program-paths.ts'
import { type DemoData, demoService, filledData } from './demo-data.ts'

const run = promisify(execFile)
const root = path.resolve(import.meta.dirname, '../../..')
const webhookSecret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
export const reportsToken = 'token-of-the-browser-tests'
export const reportsPassword = 'password-of-the-browser-tests'
export const ordersPassword = 'password-of-the-operators'

export interface WebhookMessage {
  meta: { funnelId: string; step: number; sequence: number; event: string; completionStatus: string }
  personalData: Record<string, unknown>
  address: Record<string, unknown>
  funnelData: Record<string, unknown>
  payment: Record<string, unknown>
  legal: Record<string, unknown>
  tracking: Record<string, unknown>
  product: Record<string, unknown>
  uploads: Record<string, unknown>
  generated: Record<string, unknown>
  selections: Record<string, unknown>
  events: { type: string; step: number }[]
}

export interface RunningService {
  url: string
  /** Webhook messages that arrived with a valid signature, in order of arrival. */
  messages: WebhookMessage[]
  /** Runs `npm run privacy` on the data of the service. */
  privacy: (...args: string[]) => Promise<unknown>
  /** Runs `npm run users` on the data of the service and returns its output. */
  users: (...args: string[]) => Promise<string>
  stop: () => Promise<void>
}

/** Starts the service with the built site, a new data directory and a local webhook receiver. */
export async function startService(over: Record<string, string> = {}): Promise<RunningService> {
  return start('service/main.ts', await newDataDir(), over)
}

/** Does the same as `startService` with demo data. The data depends on the current time. */
export async function startDemo(size: DemoData, over: Record<string, string> = {}): Promise<RunningService> {
  const dataDir = await newDataDir()
  await cp(await filledData(size), dataDir, { recursive: true })
  return start(demoService, dataDir, over)
}

const newDataDir = () => mkdtemp(path.join(tmpdir(), 'formlotse-e2e-'))

async function start(script: string, dataDir: string, over: Record<string, string>): Promise<RunningService> {
  const { server, messages, url: webhookUrl } = await startReceiver()
  const env = {
    ...process.env,
    ...compileCache,
    PORT: '0',
    DATA_DIR: dataDir,
    WEBHOOK_URL: webhookUrl,
    WEBHOOK_SECRET: webhookSecret,
    REPORTS_TOKEN: reportsToken,
    REPORTS_PASSWORD: reportsPassword,
    ORDERS_PASSWORD: ordersPassword,
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'warn',
    LANE_WAIT_MS: '300',
    REVIEWS_FILE: 'tools/demo/reviews.json',
    ...over,
  }
  const child = spawn(process.execPath, [programAt(script)], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await addressOf(child)
  return {
    url,
    messages,
    privacy: (...args) =>
      run(process.execPath, [programAt('service/commands/privacy.ts'), ...args], { cwd: root, env }),
    users: async (...args) => {
      const { stdout } = await run(process.execPath, [programAt('service/commands/users.ts'), ...args], {
        cwd: root,
        env,
      })
      return stdout
    },
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
      server.closeAllConnections()
      server.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function startReceiver(): Promise<{ server: Server; messages: WebhookMessage[]; url: string }> {
  const messages: WebhookMessage[] = []
  const webhook = new Webhook(webhookSecret)
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      try {
        messages.push(webhook.verify(body, request.headers as Record<string, string>) as WebhookMessage)
        response.writeHead(204).end()
      } catch {
        response.writeHead(401).end()
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, messages, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }
}

/** Resolves to the URL that the service logs once it listens. */
function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      const address = /Formlotse is at (http:\/\/localhost:\d+)/.exec(output)?.[1]
      if (address) resolve(address)
    })
    child.once('exit', (code) =>
      reject(new Error(`the service exited with code ${code} before listening: ${output}`)),
    )
  })
}
