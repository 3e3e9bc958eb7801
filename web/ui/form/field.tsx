import type { ReactNode } from 'react'
import { AlertIcon } from '#web/ui/icons.tsx'

/** Attributes that associate a control with its label, hint and error. */
export interface ControlProps {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  'aria-required': true | undefined
}

export function describedBy(id: string, parts: { hint?: unknown; error?: unknown }): string | undefined {
  const ids = [parts.hint && `${id}-hint`, parts.error && `${id}-error`].filter(Boolean)
  return ids.length > 0 ? ids.join(' ') : undefined
}

export function RequiredStar() {
  return (
    <span className="text-alarm" aria-hidden="true">
      {/* The no-break space keeps the star on the line of the last word. */}
      {'\u00a0*'}
    </span>
  )
}

export function Hint({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={`${id}-hint`} className="text-sm text-muted">
      {children}
    </p>
  )
}

export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={`${id}-error`} className="flex items-start gap-1.5 font-sans text-sm font-medium text-alarm">
      <AlertIcon className="mt-0.5 size-4.5 shrink-0" />
      <span>
        <span className="sr-only">Fehler: </span>
        {children}
      </span>
    </p>
  )
}

interface FieldProps {
  id: string
  label: ReactNode
  required?: boolean | undefined
  hint?: ReactNode
  error?: string | undefined
  /** `polite` if the error appears while the visitor types: screen readers then read it without a change of focus. */
  live?: 'polite' | 'off'
  children: (control: ControlProps) => ReactNode
}

/** Labelled control with a hint above and an error below. */
export function Field({ id, label, required, hint, error, live, children }: FieldProps) {
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {label}
        {required && <RequiredStar />}
      </label>
      {hint && <Hint id={id}>{hint}</Hint>}
      {children({
        id,
        'aria-describedby': describedBy(id, { hint, error }),
        'aria-invalid': error ? true : undefined,
        'aria-required': required ? true : undefined,
      })}
      <div aria-live={live} className="empty:sr-only">
        {error && <FieldError id={id}>{error}</FieldError>}
      </div>
    </div>
  )
}

interface FieldGroupProps extends Omit<FieldProps, 'children' | 'live'> {
  children: ReactNode
}

/**
 * Group of controls with a common legend, hint and error. The hint describes the group, and the error must describe each
 * control: screen readers would read an error of both twice, and some never read that of a group.
 */
export function FieldGroup({ id, label, required, hint, error, children }: FieldGroupProps) {
  return (
    <fieldset id={id} className="grid min-w-0 gap-1.5" aria-describedby={describedBy(id, { hint })}>
      <legend className="mb-1.5 font-semibold">
        {label}
        {required && <RequiredStar />}
      </legend>
      {hint && <Hint id={id}>{hint}</Hint>}
      {children}
      {error && <FieldError id={id}>{error}</FieldError>}
    </fieldset>
  )
}
