import type { Store } from '#db/store.ts'
import { findOrder } from '#service/orders/find-order.ts'

/** Whom a request is about. `order` is an order's id or number. */
export type Subject = { email: string } | { order: string } | { run: string }

export interface FoundPerson {
  runIds: string[]
  /** Runs where the address was given but replaced by another one: a typing mistake, and maybe of somebody else. */
  replaced: string[]
}

type SearchedStore = Pick<Store, 'log' | 'people'>

/**
 * The runs of a person. A run belongs to the e-mail address that was given last in it, so that whoever owns an address
 * that another visitor mistyped is not told, and does not erase, what that visitor entered.
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
    runIds: runs.filter(({ lastGiven }) => lastGiven).map(({ runId }) => runId),
    replaced: runs.filter(({ lastGiven }) => !lastGiven).map(({ runId }) => runId),
  }
}

async function runOfOrder({ log, people }: SearchedStore, order: string): Promise<string | undefined> {
  const id = (await people.findOrder(order.toUpperCase())) ?? order
  return (await findOrder(log, id))?.order.runId
}
