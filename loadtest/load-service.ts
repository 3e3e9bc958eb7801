import { randomBytes } from 'node:crypto'
import type { Store } from '#db/store.ts'
import { openStoreForCommand } from '#service/commands/open-store.ts'
import { errorCode } from '#service/forwarding/post-message.ts'
import { checkConservation } from './check-conservation.ts'
import { readBooks, waitUntilSettled } from './collect-evidence.ts'
import { type Disturbance, startDisturbing } from './disturb.ts'
import type { Finding } from './evidence.ts'
import { type Receiver, openReceiver } from './receiver.ts'
import type { Load } from './run-k6.ts'
import { type Target, startTarget } from './target.ts'
import { type MemorySample, watchMemory } from './watch-memory.ts'

export interface Loaded {
  load: Load
  findings: Finding[]
  disturbances: readonly Disturbance[]
  /** By process. */
  memory: ReadonlyMap<string, readonly MemorySample[]>
}

type Run = (url: string) => Promise<Load>

export interface OwnService {
  folder: string
  kind?: keyof typeof startTarget
  /** Kills members meanwhile; the waits between are so many times the usual ones. */
  kill?: { time: number } | undefined
  /** Of the service, over the usual ones. */
  settings?: Record<string, string>
}

/** So long without any progress, and what is missing is not coming. */
const patienceMs = 30_000
/** A delivery that was in flight in a killed process is taken over within a minute. */
const patienceAfterKillsMs = 75_000

/** A service and a receiver of our own, with their data in `folder`: everything can be checked. */
export async function loadOwnService(own: OwnService, run: Run): Promise<Loaded> {
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  const receiver = await openReceiver(secret)
  try {
    const env = { RATE_LIMIT: 'off', WEBHOOK_URL: receiver.url, WEBHOOK_SECRET: secret, ...own.settings }
    const target = await startTarget[own.kind ?? 'sqlite']({ folder: own.folder, env })
    try {
      return await loadTarget(target, receiver, { own, run })
    } finally {
      await target.stop()
    }
  } finally {
    await receiver.close()
  }
}

async function loadTarget(
  target: Target,
  receiver: Receiver,
  { own: { kill }, run }: { own: OwnService; run: Run },
): Promise<Loaded> {
  const memory = watchMemory(target.services)
  const disturbing = kill && startDisturbing(target.mortals, kill)
  try {
    const load = await run(target.url)
    const disturbed = disturbing ? [await disturbing.stop()] : []
    const books = await withStore(target.env, async (store) => {
      await waitUntilSettled(store, receiver, kill ? patienceAfterKillsMs : patienceMs)
      return readBooks(store, 0)
    })
    const { received } = receiver
    const findings = checkConservation({ record: load.record, books, received, alone: true })
    findings.push(...disturbed, signed(receiver), ended(await target.stop()))
    return { load, findings, disturbances: disturbing?.disturbances ?? [], memory: memory.samples }
  } finally {
    memory.stop()
    await disturbing?.stop()
  }
}

function signed(receiver: Receiver): Finding {
  const refused = receiver.refused()
  const faults = refused > 0 ? [`the receiver refused ${refused}`] : []
  return { what: 'messages with a wrong signature', expected: 0, found: refused, faults }
}

function ended(faults: string[]): Finding {
  return { what: 'ended in order', expected: 1, found: faults.length === 0 ? 1 : 0, faults }
}

/** Somebody else's service: what others do in it, and where its messages go, is not ours to see. */
export async function loadRunningService(
  { url, dataDir }: { url: string; dataDir: string | undefined },
  run: Run,
): Promise<Loaded> {
  await requireReady(url)
  const nothingElse = { disturbances: [], memory: new Map() }
  if (dataDir === undefined) {
    const load = await run(url)
    return { load, findings: checkConservation({ record: load.record, alone: false }), ...nothingElse }
  }
  return withStore({ ...process.env, DATA_DIR: dataDir }, async (store) => {
    const base = await store.log.head()
    const load = await run(url)
    await waitUntilSettled(store, undefined, patienceMs)
    const books = await readBooks(store, base)
    return { load, findings: checkConservation({ record: load.record, books, alone: false }), ...nothingElse }
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
