import { afterEach, beforeEach } from 'vitest'
import type { Store } from '#db/ports/store.ts'
import { type Database, engines } from '#tests/faults/support/engines.ts'
import {
  type ReceiverOptions,
  type RecordingReceiver,
  openRecordingReceiver,
} from '#tests/faults/support/receiver/recording-receiver.ts'
import { serviceProcesses } from '#tests/faults/support/service-process.ts'
import { temporaryFolder } from '#tests/faults/support/temporary-folder.ts'

const postgres = engines.find(({ name }) => name === 'PostgreSQL')!

/**
 * Runs several service processes on one database and ends them after each test. Only PostgreSQL supports several
 * processes.
 */
export function replicaProcesses() {
  const services = serviceProcesses()
  let temporary: ReturnType<typeof temporaryFolder>
  let database: Database
  let store: Store
  const receivers: RecordingReceiver[] = []

  beforeEach(async () => {
    temporary = temporaryFolder()
    database = await postgres.create(temporary.folder)
    store = await database.open()
  })
  afterEach(async () => {
    await services.killAll()
    await store.close()
    await Promise.all(receivers.splice(0).map((receiver) => receiver.close()))
    temporary.remove()
  })

  return {
    store: () => store,
    start: (roles: string, env: Record<string, string> = {}) =>
      services.start({ ...database.env, LANE_WAIT_MS: '0', ROLES: roles, ...env }),
    async receive(options: ReceiverOptions = {}): Promise<RecordingReceiver> {
      const receiver = await openRecordingReceiver(options)
      receivers.push(receiver)
      return receiver
    },
    async projected(): Promise<boolean> {
      const [head, { checkpoint }] = await Promise.all([store.log.head(), store.projections.live()])
      return checkpoint === head
    },
  }
}
