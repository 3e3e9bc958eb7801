import { useState } from 'react'
import { type ListedUser, type Role, roleSchema } from '#domain/users/user-contract.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { Failure, Section } from './parts.tsx'
import { InviteForm } from './invite-form.tsx'
import { useCommand } from './queries.ts'
import { SessionList } from './session-list.tsx'
import { instant, roleChangeNote, roleNames, stateNames } from './words.ts'

/** All users with their sessions, and the form that invites another one. */
export function UsersSection({ users }: { users: readonly ListedUser[] }) {
  return (
    <Section title="Personen">
      <ul className="grid gap-4">
        {users.map((user) => (
          <li key={user.id} className="rounded-xl border border-line p-4">
            <UserCard user={user} />
          </li>
        ))}
      </ul>
      <InviteForm />
    </Section>
  )
}

function UserCard({ user }: { user: ListedUser }) {
  const { id, name, email, role, state, isSelf, lastLoginAt, linkExpiresAt, sessions } = user
  const command = useCommand()
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <h3 className="font-semibold">
            {name}
            {isSelf && ' (Sie)'}
          </h3>
          <p className="text-sm break-words text-muted">{email}</p>
          <p className="text-sm">
            {stateNames[state]}
            {linkExpiresAt !== null && `, Link gilt bis ${instant(linkExpiresAt)} Uhr`}
            {lastLoginAt !== null && `, zuletzt angemeldet ${instant(lastLoginAt)}`}
          </p>
        </div>
        {isSelf ? (
          <p className="text-sm">{roleNames[role]}</p>
        ) : (
          <RoleSelect
            of={name}
            role={role}
            isPending={command.isPending}
            onChange={(to) => command.mutate(['POST', `access/users/${id}`, { role: to }])}
          />
        )}
      </div>
      {sessions.length > 0 && (
        <SessionList
          sessions={sessions}
          of={name}
          isPending={command.isPending}
          onEnd={(session) => command.mutate(['DELETE', `access/users/${id}/sessions/${session}`])}
        />
      )}
      {!isSelf && <UserCommands user={user} command={command} />}
      <Failure error={command.error} />
    </div>
  )
}

interface RoleSelectProps {
  of: string
  role: Role
  isPending: boolean
  onChange: (role: Role) => void
}

/** A changed role ends the sessions, so it must be saved. */
function RoleSelect({ of, role, isPending, onChange }: RoleSelectProps) {
  const [chosen, setChosen] = useState(role)
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Select
        aria-label={`Rolle von ${of}`}
        className="min-w-48"
        value={chosen}
        onChange={({ target }) => setChosen(roleSchema.parse(target.value))}
      >
        {roleSchema.options.map((one) => (
          <option key={one} value={one}>
            {roleNames[one]}
          </option>
        ))}
      </Select>
      {chosen !== role && (
        <>
          <Button look="compact" disabled={isPending} onClick={() => onChange(chosen)}>
            Rolle speichern
          </Button>
          <p className="w-full text-sm text-muted">{roleChangeNote(role, chosen)}</p>
        </>
      )}
    </div>
  )
}

interface UserCommandsProps {
  user: ListedUser
  command: ReturnType<typeof useCommand>
}

function UserCommands({ user: { id, name, state }, command }: UserCommandsProps) {
  const [isRemoving, setRemoving] = useState(false)
  const [isLocking, setLocking] = useState(false)
  const path = `access/users/${id}`
  const setState = (to: 'active' | 'deactivated') => command.mutate(['POST', path, { state: to }])
  const isDeactivated = state === 'deactivated'
  const of = <span className="sr-only"> ({name})</span>
  return (
    <div className="flex flex-wrap gap-x-4 border-t border-line pt-2">
      {!isDeactivated && (
        <Button
          look="link"
          disabled={command.isPending}
          onClick={() => command.mutate(['POST', `${path}/invitation`])}
        >
          {state === 'invited' ? 'Einladung erneut senden' : 'Link für neues Passwort senden'}
          {of}
        </Button>
      )}
      <Button
        look="link"
        disabled={command.isPending}
        onClick={() => (isDeactivated ? setState('active') : setLocking(true))}
      >
        {isDeactivated ? 'Entsperren' : 'Sperren …'}
        {of}
      </Button>
      <Button look="link" disabled={command.isPending} onClick={() => setRemoving(true)}>
        Löschen …{of}
      </Button>
      <ConfirmDialog
        open={isLocking}
        title={`Zugang von ${name} sperren?`}
        confirm="Sperren"
        keep="Abbrechen"
        onConfirm={() => {
          setLocking(false)
          setState('deactivated')
        }}
        onClose={() => setLocking(false)}
      >
        Alle Sitzungen, die Schlüssel für Skripte und die geteilten Ansichten, die diese Person angelegt hat,
        enden. Entsperren bringt sie nicht zurück.
      </ConfirmDialog>
      <ConfirmDialog
        open={isRemoving}
        title={`Zugang von ${name} löschen?`}
        confirm="Löschen"
        onConfirm={() => {
          setRemoving(false)
          command.mutate(['DELETE', path])
        }}
        onClose={() => setRemoving(false)}
      >
        Name und E-Mail-Adresse werden gelöscht. Alle Sitzungen, die Schlüssel für Skripte und die geteilten
        Ansichten, die diese Person angelegt hat, enden. Im Protokoll bleibt der Name ein Jahr.
      </ConfirmDialog>
    </div>
  )
}
