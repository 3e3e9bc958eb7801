import type { BilledFields } from '#domain/forms/define-funnel.ts'

/** Fields of the person billed, unless a funnel defines others. */
export const usuallyBilled: BilledFields = { firstName: 'vorname', lastName: 'nachname', address: 'adresse' }
