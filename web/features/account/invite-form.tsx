import { useState } from 'react'
import { type Role, roleSchema } from '#domain/users/user-contract.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { TextInput } from '#web/ui/form/text-input.tsx'
import { Failure } from './parts.tsx'
import { useCommand } from './queries.ts'
import { roleHints, roleNames } from './words.ts'

const empty = { name: '', email: '', role: 'marketer' as Role }

/** Invites a person, who gets a link by e-mail. */
export function InviteForm() {
  const [person, setPerson] = useState(empty)
  const invite = useCommand()
  const change = (part: Partial<typeof empty>) => setPerson({ ...person, ...part })
  return (
    <form
      className="grid gap-4 border-t border-line pt-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (invite.isPending) return
        invite.mutate(['POST', 'access/users', { ...person, email: person.email.trim() }], {
          onSuccess: () => setPerson(empty),
        })
      }}
    >
      <h3 className="font-semibold">Person einladen</h3>
      <div className="grid items-start gap-4 md:grid-cols-3">
        <Field id="name" label="Name" required>
          {(control) => (
            <TextInput
              {...control}
              autoComplete="off"
              required
              minLength={2}
              maxLength={60}
              value={person.name}
              onChange={({ target }) => change({ name: target.value })}
            />
          )}
        </Field>
        <Field id="email" label="E-Mail-Adresse" required>
          {(control) => (
            <TextInput
              {...control}
              type="email"
              autoComplete="off"
              required
              maxLength={254}
              value={person.email}
              onChange={({ target }) => change({ email: target.value })}
            />
          )}
        </Field>
        <Field id="rolle" label="Rolle">
          {(control) => (
            <Select
              {...control}
              value={person.role}
              onChange={({ target }) => change({ role: roleSchema.parse(target.value) })}
            >
              {roleSchema.options.map((role) => (
                <option key={role} value={role}>
                  {roleNames[role]}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <p className="text-sm text-muted">{roleHints[person.role]}</p>
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" disabled={invite.isPending}>
          Einladung senden
        </Button>
        <output className="text-sm">
          {invite.isSuccess && 'Die Einladung ist unterwegs. Der Link gilt sieben Tage.'}
        </output>
      </div>
      <Failure error={invite.error} />
    </form>
  )
}
