import { PgBoss } from 'pg-boss'
import type { Replicas } from '#db/ports/replicas.ts'
import { applicationName } from '#db/postgres/hosts/application-name.ts'
import { toStoreError } from '#db/postgres/connection/failure.ts'
import { hasSeveralHosts } from '#db/postgres/hosts/connect.ts'
import { openJobDatabase } from './job-database.ts'

const schema = 'jobs'

/** Queues of earlier versions, which used jobs to deliver messages and to schedule periodic work. */
const formerQueues = ['deliveries', 'conversions', 'lapsed-runs', 'retention', 'withdrawal-deadlines']

/** A wake-up is a job without content. With the policy `short`, at most one is queued per topic. */
const queueOptions = {
  policy: 'short',
  notify: true,
  retryLimit: 0,
  expireInSeconds: 60,
  retentionSeconds: 24 * 3600,
  deleteAfterSeconds: 60,
} as const

const everyMinute = '* * * * *'

export interface WakeUpOptions {
  url: string
  /** Called with errors of background work, which pg-boss retries by itself. */
  onError: (error: unknown) => void
}

type WakeUps = Pick<Replicas, 'wake' | 'listen' | 'close'>

/**
 * Sends and receives wake-ups with pg-boss, which uses a separate schema and is called only through its public
 * functions. pg-boss uses PostgreSQL's clock, which all processes share. Throws `StoreUnavailable`.
 */
export async function openWakeUps({ url, onError }: WakeUpOptions): Promise<WakeUps> {
  const connection = {
    connectionString: url,
    application_name: applicationName('wake-ups'),
    max: 2,
    connectionTimeoutMillis: 3000,
    // pg-boss passes this timeout to its pool. Without it, a call would wait forever if the network fails silently.
    query_timeout: 10_000,
  }
  const db = hasSeveralHosts(connection) ? openJobDatabase(connection, onError) : undefined
  const boss = new PgBoss({
    ...(db ? { db } : connection),
    schema,
    useListenNotify: true,
    flowIntervalSeconds: 3600,
  })
  boss.on('error', onError)
  boss.on('warning', onError)
  const created = new Map<string, Promise<void>>()
  const close = async () => {
    try {
      await boss.stop({ graceful: false, close: true })
    } finally {
      await db?.close()
    }
  }

  function ensure(topic: string): Promise<void> {
    const begun = created.get(topic) ?? boss.createQueue(queueOf(topic), queueOptions)
    created.set(topic, begun)
    begun.catch(() => created.delete(topic))
    return begun
  }

  try {
    await boss.start()
    await removeFormerQueues(boss)
  } catch (error) {
    await close().catch(() => {})
    throw toStoreError(error)
  }
  return {
    wake: (topic, inMs = 0) =>
      asStore(async () => {
        await ensure(topic)
        await boss.send(queueOf(topic), null, { startAfter: Math.ceil(inMs / 1000) })
      }),
    listen: (topic, onWake) =>
      asStore(async () => {
        await ensure(topic)
        await boss.schedule(queueOf(topic), everyMinute)
        const work = { pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 1 }
        const id = await boss.work(queueOf(topic), work, async () => onWake())
        return async () => {
          await boss.offWork(queueOf(topic), { id, wait: false }).catch(() => {})
        }
      }),
    close,
  }
}

const queueOf = (topic: string) => `wake/${topic}`

/** Removes the queues of earlier versions. Their pending work has been migrated to the outbox. */
async function removeFormerQueues(boss: PgBoss): Promise<void> {
  const known = new Set((await boss.getQueues()).map(({ name }) => name))
  for (const name of formerQueues) if (known.has(name)) await boss.deleteQueue(name)
}

async function asStore<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw toStoreError(error)
  }
}
