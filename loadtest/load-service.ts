import { randomBytes } from 'node:crypto'
import path from 'node:path'
import type { Store } from '#db/store.ts'
import { openStoreForCommand } from '#service/commands/open-store.ts'
import { errorCode } from '#service/forwarding/post-message.ts'
import { checkConservation } from './check-conservation.ts'
import { readBooks, waitUntilSettled } from './collect-evidence.ts'
import type { Finding } from './evidence.ts'
import { type Receiver, openReceiver } from './receiver.ts'
import type { Load } from './run-k6.ts'
import { startService } from './start-service.ts'

export interface Loaded {
  load: Load
  findings: Finding[]
}

type Run = (url: string) => Promise<Load>

/** A service and a receiver of our own, with their data in `folder`: everything can be checked. */
export async function loadOwnService(
  { folder, settings }: { folder: string; settings?: Record<string, string> },
  run: Run,
): Promise<Loaded> {
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  const receiver = await openReceiver(secret)
  try {
    const env = { RATE_LIMIT: 'off', WEBHOOK_URL: receiver.url, WEBHOOK_SECRET: secret, ...settings }
    return await loadWith(receiver, { folder, env, run })
  } finally {
    await receiver.close()
  }
}

async function loadWith(
  receiver: Receiver,
  { folder, env, run }: { folder: string; env: Record<string, string>; run: Run },
): Promise<Loaded> {
  const dataDir = path.join(folder, 'data')
  const service = await startService({ dataDir, logFile: path.join(folder, 'service.log'), env })
  try {
    const load = await run(service.url)
    const books = await withStore({ DATA_DIR: dataDir }, async (store) => {
      await waitUntilSettled(store, receiver)
      return readBooks(store, 0)
    })
    const { received } = receiver
    const findings = checkConservation({ record: load.record, books, received, alone: true })
    return { load, findings: [...findings, signed(receiver), ended(await service.stop())] }
  } finally {
    await service.stop()
  }
}

function signed(receiver: Receiver): Finding {
  const refused = receiver.refused()
  const faults = refused > 0 ? [`the receiver refused ${refused}`] : []
  return { what: 'messages with a wrong signature', expected: 0, found: refused, faults }
}

function ended(code: number | null): Finding {
  const faults = code === 0 ? [] : [code === null ? 'it had to be killed' : `it ended with ${code}`]
  return { what: 'service ended in order', expected: 1, found: 1 - faults.length, faults }
}

/** Somebody else's service: what others do in it, and where its messages go, is not ours to see. */
export async function loadRunningService(
  { url, dataDir }: { url: string; dataDir: string | undefined },
  run: Run,
): Promise<Loaded> {
  await requireReady(url)
  if (dataDir === undefined) {
    const load = await run(url)
    return { load, findings: checkConservation({ record: load.record, alone: false }) }
  }
  return withStore({ ...process.env, DATA_DIR: dataDir }, async (store) => {
    const base = await store.log.head()
    const load = await run(url)
    await waitUntilSettled(store, undefined)
    const books = await readBooks(store, base)
    return { load, findings: checkConservation({ record: load.record, books, alone: false }) }
  })
}

async function requireReady(url: string): Promise<void> {
  const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(10_000) }).then(
    ({ status }) => `status ${status}`,
    errorCode,
  )
  if (answer !== 'status 200') throw new Error(`No service is ready at ${url}: ${url}/readyz says ${answer}.`)
}

async function withStore<Result>(
  env: NodeJS.ProcessEnv,
  use: (store: Store) => Promise<Result>,
): Promise<Result> {
  const { store } = await openStoreForCommand(env)
  try {
    return await use(store)
  } finally {
    await store.close()
  }
}
