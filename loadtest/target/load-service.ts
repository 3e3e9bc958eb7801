import { randomBytes } from 'node:crypto'
import type { Store } from '#db/ports/store.ts'
import { openStoreForCommand } from '#service/commands/open-store.ts'
import { errorCode } from '#service/outgoing/post-message.ts'
import { checkConservation } from '#loadtest/evidence/check-conservation.ts'
import { readStoreContents, waitUntilSettled } from '#loadtest/evidence/collect-evidence.ts'
import { checkOutages } from '#loadtest/evidence/check-outages.ts'
import { startDisturbing } from './disturb.ts'
import type { Disturbance } from './in-turn.ts'
import { startFailovers } from './failovers.ts'
import { startUpgrading } from './rolling-upgrade.ts'
import type { Finding } from '#loadtest/evidence/evidence.ts'
import { type Receiver, openReceiver } from '#loadtest/evidence/receiver.ts'
import type { Load } from '#loadtest/k6/run-k6.ts'
import type { StartTarget, Target } from './target.ts'
import { type MemoryUse, watchMemory } from './watch-memory.ts'

export interface Loaded {
  load: Load
  findings: Finding[]
  disturbances: readonly Disturbance[]
  /** Memory use by the name of the process. */
  memory: ReadonlyMap<string, MemoryUse>
}

/** Puts load on a service. `disturbed` resolves when all planned disturbances have ended. */
type Run = (url: string, disturbed: Promise<unknown>) => Promise<Load>

export interface OwnService {
  folder: string
  start: StartTarget
  /** If present, members of the stack are killed during the load. `time` multiplies the interval between two kills. */
  kill?: { time: number } | undefined
  /**
   * If present, the services of the stack are started from the work tree `tree` of another commit, and upgraded during the
   * load. `time` multiplies the interval between two upgrades.
   */
  upgrade?: { tree: string; time: number } | undefined
  /** Environment variables for the service; they take precedence over those of the load test. */
  settings?: Record<string, string>
}

/** Time in ms without progress after which missing data counts as lost. */
const stallTimeoutMs = 30_000
/**
 * Stall timeout in ms if members are killed. It is longer, because it takes up to a minute until another process
 * resumes the deliveries of a killed process.
 */
const stallTimeoutAfterKillsMs = 75_000

/** Starts a service and a webhook receiver, runs the load test on the service, and checks all results. */
export async function loadOwnService(own: OwnService, run: Run): Promise<Loaded> {
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  const receiver = await openReceiver(secret)
  try {
    const env = { RATE_LIMIT: 'off', WEBHOOK_URL: receiver.url, WEBHOOK_SECRET: secret, ...own.settings }
    const target = await own.start({ folder: own.folder, env, tree: own.upgrade?.tree })
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
  { own: { kill, upgrade }, run }: { own: OwnService; run: Run },
): Promise<Loaded> {
  const memory = watchMemory(target.services)
  const failing = kill && target.nodes.length > 0 ? startFailovers(target.nodes) : undefined
  const disturbing =
    failing ??
    (kill && startDisturbing(target.killable, kill)) ??
    (upgrade && startUpgrading(target.upgradable, upgrade))
  try {
    const load = await run(target.url, disturbing?.finished ?? Promise.resolve())
    const disturbed = disturbing ? [await disturbing.stop()] : []
    const contents = await withStore(target.env, async (store) => {
      await waitUntilSettled(store, receiver, kill ? stallTimeoutAfterKillsMs : stallTimeoutMs)
      return readStoreContents(store, 0)
    })
    const { received } = receiver
    const findings = checkConservation({ record: load.record, contents, received, exclusive: true })
    findings.push(...checkOutages(failing?.failovers ?? [], load.record.acknowledged))
    findings.push(...disturbed, checkSignatures(receiver), checkShutdown(await target.stop()))
    return { load, findings, disturbances: disturbing?.disturbances ?? [], memory: memory.use }
  } finally {
    memory.stop()
    await disturbing?.stop()
  }
}

function checkSignatures(receiver: Receiver): Finding {
  const rejected = receiver.rejected()
  const faults = rejected > 0 ? [`the receiver rejected ${rejected}`] : []
  return { what: 'messages with a wrong signature', expected: 0, found: rejected, faults }
}

function checkShutdown(faults: string[]): Finding {
  return { what: 'clean shutdown', expected: 1, found: faults.length === 0 ? 1 : 0, faults }
}

/**
 * Puts load on a service that is already running. The webhook messages of the service are not checked, and its log may
 * contain events of other clients.
 */
export async function loadRunningService(
  { url, dataDir }: { url: string; dataDir: string | undefined },
  run: Run,
): Promise<Loaded> {
  await requireReady(url)
  const notObserved = { disturbances: [], memory: new Map() }
  if (dataDir === undefined) {
    const load = await run(url, Promise.resolve())
    return { load, findings: checkConservation({ record: load.record, exclusive: false }), ...notObserved }
  }
  return withStore({ ...process.env, DATA_DIR: dataDir }, async (store) => {
    const base = await store.log.head()
    const load = await run(url, Promise.resolve())
    await waitUntilSettled(store, undefined, stallTimeoutMs)
    const contents = await readStoreContents(store, base)
    return {
      load,
      findings: checkConservation({ record: load.record, contents, exclusive: false }),
      ...notObserved,
    }
  })
}

async function requireReady(url: string): Promise<void> {
  const outcome = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(10_000) }).then(
    ({ status }) => `status ${status}`,
    errorCode,
  )
  if (outcome !== 'status 200')
    throw new Error(`No service is ready at ${url}: ${url}/readyz returned ${outcome}.`)
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
