import type { Store } from '#db/ports/store.ts'
import { findOrder } from '#service/orders/find-order.ts'

/** Identifies the person whom a request concerns: by e-mail address, by order id or number, or by run id. */
export type Subject = { email: string } | { order: string } | { run: string }

export interface FoundPerson {
  runIds: string[]
  /**
   * Runs in which the searched address was entered first and then replaced by another one. The searched address was
   * probably mistyped, so the run may belong to another person.
   */
  replaced: string[]
}

type SearchedStore = Pick<Store, 'log' | 'people'>

/**
 * Finds the runs of a person. A run belongs to the e-mail address that was entered last. If a visitor mistypes an
 * address and corrects it, the owner of the mistyped address neither receives nor erases the visitor's data.
 */
export async function findPerson(store: SearchedStore, subject: Subject): Promise<FoundPerson> {
  if ('run' in subject) {
    const known = (await store.log.readRun(subject.run)).length > 0
    return { runIds: known ? [subject.run] : [], replaced: [] }
  }
  if ('order' in subject) {
    const runId = await runOfOrder(store, subject.order)
    return { runIds: runId === undefined ? [] : [runId], replaced: [] }
  }
  const runs = await store.people.findRuns(subject.email)
  return {
    runIds: runs.filter(({ isLatestEmail }) => isLatestEmail).map(({ runId }) => runId),
    replaced: runs.filter(({ isLatestEmail }) => !isLatestEmail).map(({ runId }) => runId),
  }
}

async function runOfOrder({ log, people }: SearchedStore, order: string): Promise<string | undefined> {
  const id = (await people.findOrder(order.toUpperCase())) ?? order
  return (await findOrder(log, id))?.order.runId
}
