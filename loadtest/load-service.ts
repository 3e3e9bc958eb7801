import { randomBytes } from 'node:crypto'
import path from 'node:path'
import type { Store } from '#db/store.ts'
import { openStoreForCommand } from '#service/commands/open-store.ts'
import { checkConservation } from './check-conservation.ts'
import { readBooks, waitUntilSettled } from './collect-evidence.ts'
import { describeLoad, describeScale } from './describe-load.ts'
import type { Finding } from './evidence.ts'
import { type Receiver, openReceiver } from './receiver.ts'
import type { Load } from './run-k6.ts'
import { startService } from './start-service.ts'

/** A service and a receiver of our own: everything can be checked. */
export async function loadOwnService(folder: string, run: (url: string) => Promise<Load>): Promise<boolean> {
  const dataDir = path.join(folder, 'data')
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  const receiver = await openReceiver(secret)
  const logFile = path.join(folder, 'service.log')
  const service = await startService({
    dataDir,
    logFile,
    env: { RATE_LIMIT: 'off', WEBHOOK_URL: receiver.url, WEBHOOK_SECRET: secret },
  })
  try {
    const load = await run(service.url)
    const books = await withStore(dataDir, async (store) => {
      await waitUntilSettled(store, receiver)
      return readBooks(store, 0)
    })
    const findings = checkConservation({
      record: load.record,
      books,
      received: receiver.received,
      alone: true,
    })
    const code = await service.stop()
    return report(load, [...findings, ended(code), signed(receiver)])
  } finally {
    await service.stop()
    await receiver.close()
  }
}

function ended(code: number | null): Finding {
  const faults = code === 0 ? [] : [code === null ? 'it had to be killed' : `it ended with ${code}`]
  return { what: 'service ended in order', expected: 1, found: 1 - faults.length, faults }
}

function signed(receiver: Receiver): Finding {
  const refused = receiver.refused()
  return {
    what: 'messages with a wrong signature',
    expected: 0,
    found: refused,
    faults: refused > 0 ? [`the receiver refused ${refused}`] : [],
  }
}

/** Somebody else's service: what others do in it, and where its messages go, is not ours to see. */
export async function loadRunningService(
  url: string,
  dataDir: string | undefined,
  run: (url: string) => Promise<Load>,
): Promise<boolean> {
  if (dataDir === undefined) {
    const load = await run(url)
    console.log(
      'Only the answers are checked: the log needs --data-dir, the messages a service started here.',
    )
    return report(load, checkConservation({ record: load.record, alone: false }))
  }
  return withStore(dataDir, async (store) => {
    const base = await store.log.head()
    const load = await run(url)
    await waitUntilSettled(store, undefined)
    const books = await readBooks(store, base)
    return report(load, checkConservation({ record: load.record, books, alone: false }))
  })
}

async function withStore<Result>(dataDir: string, use: (store: Store) => Promise<Result>): Promise<Result> {
  const { store } = await openStoreForCommand({ DATA_DIR: dataDir })
  try {
    return await use(store)
  } finally {
    await store.close()
  }
}

function report(load: Load, findings: readonly Finding[]): boolean {
  const { ok, lines } = describeLoad(load, findings)
  console.log(`${describeScale(load)}\n`)
  for (const line of lines) console.log(line)
  return ok
}
