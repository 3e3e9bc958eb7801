import type { InputHTMLAttributes } from 'react'
import type { FoundAddress } from '#domain/site/lookup-contract.ts'

export interface StreetInputProps extends Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'value' | 'onChange' | 'onBlur' | 'id'
> {
  id: string
  ref: (node: HTMLInputElement | null) => void
  value: string
  onText: (text: string, isAutofill: boolean) => void
  onBlur: () => void
  suggest: {
    /** Whether to offer suggestions. They are offered only for addresses in Germany. */
    offered: boolean
    /** Postal code and city entered so far. Suggestions in that city come first. */
    near: string
    placeholder: string | undefined
    onPick: (address: FoundAddress) => void
    /** Called after each request for suggestions. `outage` is true if the request failed. */
    onOutage: (outage: boolean) => void
  }
}
