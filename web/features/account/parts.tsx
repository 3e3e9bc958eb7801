import type { ReactNode } from 'react'
import { minPasswordLength } from '#domain/users/user-contract.ts'
import { Field } from '#web/ui/form/field.tsx'
import { TextInput } from '#web/ui/form/text-input.tsx'
import { failureText } from './words.ts'

/** Section of a page with a heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-4 rounded-2xl border border-line bg-surface p-5 shadow-card sm:p-6">
      <h2 className="text-lg font-bold">{title}</h2>
      {children}
    </section>
  )
}

/** Says that something failed; empty if nothing did. */
export function Failure({ error }: { error: Error | null }) {
  return (
    <p role="alert" className="text-sm font-medium text-alarm empty:hidden">
      {error ? failureText(error) : ''}
    </p>
  )
}

interface PasswordFieldProps {
  id: string
  label: string
  value: string
  onChange: (value: string) => void
  isNew?: boolean
  error?: string | undefined
}

export function PasswordField({ id, label, value, onChange, isNew = false, error }: PasswordFieldProps) {
  return (
    <Field
      id={id}
      label={label}
      required
      hint={isNew ? `Mindestens ${minPasswordLength} Zeichen` : undefined}
      error={error}
    >
      {(control) => (
        <TextInput
          {...control}
          type="password"
          autoComplete={isNew ? 'new-password' : 'current-password'}
          required
          minLength={isNew ? minPasswordLength : undefined}
          maxLength={isNew ? 200 : undefined}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  )
}

/** Narrow page for people who are not logged in. */
export function NarrowPage({ children }: { children: ReactNode }) {
  return (
    <main className="mx-auto max-w-md px-4 py-10 sm:py-16">
      <div className="mb-6 flex items-center justify-center gap-2.5 text-lg font-bold tracking-tight text-leaf-800">
        <img src="/favicon.svg" alt="" className="size-9" />
        Formlotse
      </div>
      {children}
    </main>
  )
}

export const card = 'grid gap-5 rounded-2xl border border-line bg-surface p-6 shadow-card'
