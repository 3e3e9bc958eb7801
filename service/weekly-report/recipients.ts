import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { normalEmail } from '#db/keys/email-address.ts'

/** Path of the page on which a recipient unsubscribes. */
export const subscriptionPath = '/wochenbericht/abmelden'

/** Somebody who is configured to get the weekly report. */
export interface Recipient {
  address: string
  /** Stands for the address where it is stored. It does not unlock the link. */
  id: string
  /** Unlocks the page on which the recipient unsubscribes. It follows from the address, so all e-mails have the same. */
  token: string
  /** Address of that page. */
  url: string
}

export interface Recipients {
  all: readonly Recipient[]
  /** Returns the recipient of a token, or undefined if it belongs to none. */
  find(token: string): Recipient | undefined
}

interface RecipientSettings {
  addresses: readonly string[]
  piiKey: Uint8Array
  /** Public origin of the service, without a trailing slash. */
  publicUrl: string
}

/**
 * Returns the configured recipients. Tokens and ids are HMACs of the address with different keys: they do not reveal it,
 * and the stored ids do not allow unsubscribing.
 */
export function createRecipients({ addresses, piiKey, publicUrl }: RecipientSettings): Recipients {
  const sign = (purpose: string) => {
    const key = new Uint8Array(hkdfSync('sha256', piiKey, '', `formlotse/${purpose}`, 32))
    return (address: string) => createHmac('sha256', key).update(normalEmail(address)).digest()
  }
  const [tokenOf, idOf] = [sign('weekly-report-links'), sign('weekly-report-recipients')]
  const known = new Map<string, { secret: Buffer; recipient: Recipient }>()
  for (const address of addresses) {
    const [secret, id] = [tokenOf(address), idOf(address).toString('hex')]
    const token = secret.toString('base64url')
    // An address that is configured twice, written differently, gets one e-mail.
    if (!known.has(id))
      known.set(id, {
        secret,
        recipient: { address, id, token, url: `${publicUrl}${subscriptionPath}?t=${token}` },
      })
  }
  return {
    all: [...known.values()].map(({ recipient }) => recipient),
    find(text) {
      const given = Buffer.from(text, 'base64url')
      const secret = Buffer.alloc(32)
      secret.set(given.subarray(0, 32))
      // Only the canonical form counts, and every recipient is compared in constant time.
      const isCanonical = given.length === 32 && given.toString('base64url') === text
      let found: Recipient | undefined
      for (const one of known.values()) if (timingSafeEqual(one.secret, secret)) found = one.recipient
      return isCanonical ? found : undefined
    },
  }
}
