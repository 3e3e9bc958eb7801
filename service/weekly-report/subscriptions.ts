import type { OperationalLog } from '#db/ports/operational-log.ts'
import type { OperationalEventOf } from '#domain/operations/operational-event.ts'
import { unavailable } from '#service/http/errors.ts'
import type { Recipient } from './recipients.ts'

/** Who gets the weekly report. A recipient is subscribed unless the last event about them says otherwise. */
export interface Subscriptions {
  isSubscribed(recipient: Pick<Recipient, 'id'>): Promise<boolean>
  /** Changes a subscription. A repeated change has no effect. Throws a 503 problem if it cannot be stored now. */
  change(recipient: Pick<Recipient, 'id'>, subscribed: boolean): Promise<void>
}

/** Number of events that are read at once. */
const pageSize = 500

export function createSubscriptions(operations: OperationalLog): Subscriptions {
  async function last({ id }: Pick<Recipient, 'id'>) {
    for (let upTo: number | undefined; ;) {
      const events: OperationalEventOf<'weekly_report_subscription'>[] = await operations.read({
        types: ['weekly_report_subscription'],
        limit: pageSize,
        ...(upTo !== undefined && { upTo }),
      })
      const found = events.findLast(({ data }) => data.recipient === id)
      if (found || events.length < pageSize) return found
      upTo = events[0]!.position - 1
    }
  }

  return {
    isSubscribed: async (recipient) => (await last(recipient))?.data.subscribed ?? true,
    async change(recipient, subscribed) {
      const known = await last(recipient)
      if ((known?.data.subscribed ?? true) === subscribed) return
      // Of two requests at the same time one is stored; the other finds that its change is already made.
      const once = `weekly_report_subscription:${recipient.id}:${known?.position ?? 0}`
      const data = { recipient: recipient.id, subscribed }
      const { status } = await operations.append({ type: 'weekly_report_subscription', once, data })
      if (status === 'postponed') throw unavailable('A process of an earlier version is still connected.')
    },
  }
}
