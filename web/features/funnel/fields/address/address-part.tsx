import { type InputHTMLAttributes, type ReactNode } from 'react'
import { type Control, get, useFormState } from 'react-hook-form'
import { describedBy } from '#web/ui/form/field.tsx'
import { TextInput } from '#web/ui/form/text-input.tsx'
import { type FormValues, controlId } from '#web/features/funnel/form/form-state.ts'

export interface PartInput {
  value: unknown
  onChange: (value: string, isAutofill?: boolean) => void
  onBlur: () => void
  ref: (node: HTMLInputElement | HTMLSelectElement | null) => void
}

/** Properties shared by all parts of an address. */
export interface WholeAddress {
  control: Control<FormValues>
  /** Id of the group of inputs. The group displays the error message. */
  group: string
  error: string | undefined
  required: boolean
}

export interface AddressPartProps {
  name: string
  label: string
  input: PartInput
  whole: WholeAddress
  autoComplete: string
  inputMode?: 'numeric' | undefined
  maxLength?: number
  placeholder?: string | undefined
  /** Whether this part is required. Default: whether the address is. */
  required?: boolean
  /** Renders a custom input instead of the default text input. */
  children?: (input: ReturnType<typeof usePartInput>) => ReactNode
}

/** Input for a part of an address, with its label. The error message is shown once for the whole address. */
export function AddressPart({ label, children, ...part }: AddressPartProps) {
  const input = usePartInput(part)
  const { onText, ...rest } = input
  return (
    <div className="grid gap-1">
      <label htmlFor={input.id} className="text-sm">
        {label}
      </label>
      {children ? children(input) : <TextInput {...rest} onChange={(event) => onText(event.target.value)} />}
    </div>
  )
}

function usePartInput({
  name,
  input,
  whole,
  required,
  ...rest
}: Omit<AddressPartProps, 'label' | 'children'>) {
  const { errors } = useFormState({ control: whole.control, name })
  return {
    ...rest,
    id: controlId(name),
    name,
    ref: input.ref,
    value: textOf(input.value),
    onText: input.onChange,
    onBlur: input.onBlur,
    'aria-required': required ?? whole.required,
    'aria-invalid': get(errors, name) ? true : undefined,
    'aria-describedby': describedBy(whole.group, { error: whole.error }),
  } satisfies InputHTMLAttributes<HTMLInputElement> & Record<string, unknown>
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
