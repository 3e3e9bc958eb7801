import { createHmac, hkdfSync } from 'node:crypto'
import type { Store } from '#db/ports/store.ts'
import { type LimitedKind, limitedDays, slotRecipient } from '#domain/orders/acknowledgement-limits.ts'
import { normalEmail } from '#db/keys/email-address.ts'

interface AcknowledgementLimitSettings {
  store: Pick<Store, 'acknowledgements'>
  piiKey: Uint8Array
  now: () => number
}

export type AcknowledgementLimit = ReturnType<typeof createAcknowledgementLimit>

/** Limits the number of e-mails of the kinds in `emailLimits`, per address and in total, over all processes. */
export function createAcknowledgementLimit({ store, piiKey, now }: AcknowledgementLimitSettings) {
  const key = new Uint8Array(hkdfSync('sha256', piiKey, '', 'formlotse/acknowledgements', 32))
  // The day is part of the hash, so that stored hashes do not show which addresses got e-mails on several days.
  const hash = (day: string, address: string) =>
    createHmac('sha256', key)
      .update(`${day} ${mailbox(address)}`)
      .digest('hex')
  return {
    /** Returns the time in ms that the e-mail with this id must wait; 0 if it may be sent now. */
    async waitFor(id: string, kind: LimitedKind, address: string): Promise<number> {
      const at = now()
      const recipients = limitedDays(at).map((day) => slotRecipient(kind, hash(day, address)))
      const until = await store.acknowledgements.reserve({ id, kind, recipients, now: at })
      return until === undefined ? 0 : Math.max(until - at, 1)
    },
  }
}

/**
 * Returns the address without a suffix `+…`. Many providers deliver to the same mailbox with and without the suffix.
 */
function mailbox(address: string): string {
  return normalEmail(address).replace(/\+[^@]*@/, '@')
}
