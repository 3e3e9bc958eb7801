import type { Logger } from 'pino'
import type { AddressProvider, AddressService } from '#service/config/address-provider.ts'
import { withinBudget } from './lookup-budget.ts'
import { createProvider } from './request-provider.ts'
import { createGooglePlaces } from './google-places.ts'
import { type IbanLookup, createIbanLookup } from './iban.ts'
import { createPhoton } from './photon.ts'

export interface Lookups {
  iban: IbanLookup
  /** Absent if no provider is configured; visitors then type addresses themselves. */
  addresses?: AddressProvider
}

export interface LookupOptions {
  ibanUrl?: string | undefined
  addressService?: AddressService | undefined
  /**
   * Takes one address lookup from the budget of all clients. Returns false if the budget is exhausted. If absent,
   * lookups are unlimited.
   */
  takeFromBudget?: () => Promise<boolean>
  log: Logger
  /** Returns the current time, in ms since the epoch. */
  now: () => number
  timeoutMs?: number
}

/** Creates the lookups of addresses and banks, which forms and forwarded messages use. */
export function createLookups({
  ibanUrl,
  addressService,
  takeFromBudget,
  ...options
}: LookupOptions): Lookups {
  const { now } = options
  const requestBank = createProvider({ name: 'iban', ...options })
  const requestAddress = withinBudget(
    createProvider({ name: 'addresses', ...options }),
    takeFromBudget,
    options,
  )
  const iban = createIbanLookup({ url: ibanUrl, request: requestBank, now })
  if (!addressService) return { iban }
  const addresses =
    addressService.kind === 'photon'
      ? createPhoton(addressService.url, requestAddress, { now })
      : createGooglePlaces(addressService, requestAddress)
  return { iban, addresses }
}
