import type { Logger } from 'pino'
import type { AddressProvider, AddressService } from './address-provider.ts'
import { createProvider } from './ask-provider.ts'
import { createGooglePlaces } from './google-places.ts'
import { type IbanLookup, createIbanLookup } from './iban.ts'
import { createPhoton } from './photon.ts'

export interface Lookups {
  iban: IbanLookup
  /** Absent where no provider is configured: addresses are then typed in by hand. */
  addresses?: AddressProvider
}

export interface LookupOptions {
  ibanUrl?: string | undefined
  addressService?: AddressService | undefined
  log: Logger
  /** ms since the epoch */
  now: () => number
  timeoutMs?: number
}

/** What the page may look up while a form is being filled in, and forwarding for its messages. */
export function createLookups({ ibanUrl, addressService, ...options }: LookupOptions): Lookups {
  const { now } = options
  const askIban = createProvider({ name: 'iban', ...options })
  const askAddress = createProvider({ name: 'addresses', ...options })
  const iban = createIbanLookup({ url: ibanUrl, ask: askIban, now })
  if (!addressService) return { iban }
  const addresses =
    addressService.kind === 'photon'
      ? createPhoton(addressService.url, askAddress, { now })
      : createGooglePlaces(addressService, askAddress)
  return { iban, addresses }
}
