import { PgBoss } from 'pg-boss'
import type { Replicas } from '#db/ports/replicas.ts'
import { toStoreError } from '#db/postgres/connection/failure.ts'

const schema = 'jobs'

/** Queues of earlier versions, whose deliveries and periodic work were jobs. */
const formerQueues = ['deliveries', 'conversions', 'lapsed-runs', 'retention', 'withdrawal-deadlines']

/**
 * A wake-up is a job without content that lives for a minute. `short` lets one wait at a time: a second one would say
 * the same.
 */
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
  /** Called with what goes wrong in the background; pg-boss continues by itself. */
  onError: (error: unknown) => void
}

type WakeUps = Pick<Replicas, 'wake' | 'listen' | 'close'>

/**
 * Wake-ups and the clock by pg-boss, in a schema of its own and by its public functions only. Its clock is PostgreSQL's,
 * which all processes share. Throws `StoreUnavailable`.
 */
export async function openWakeUps({ url, onError }: WakeUpOptions): Promise<WakeUps> {
  const boss = new PgBoss({
    connectionString: url,
    application_name: 'formlotse wake-ups',
    max: 2,
    connectionTimeoutMillis: 3000,
    schema,
    useListenNotify: true,
    flowIntervalSeconds: 3600,
  })
  boss.on('error', onError)
  boss.on('warning', onError)
  const created = new Map<string, Promise<void>>()
  const close = () => boss.stop({ graceful: false, close: true })

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
        const options = { pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 1 }
        const id = await boss.work(queueOf(topic), options, async () => onWake())
        return async () => {
          await boss.offWork(queueOf(topic), { id, wait: false }).catch(() => {})
        }
      }),
    close,
  }
}

const queueOf = (topic: string) => `wake/${topic}`

/** What was still to be done then is in the outbox by now. */
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
