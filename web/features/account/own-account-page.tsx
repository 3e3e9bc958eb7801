import { useState } from 'react'
import type { Account } from '#domain/users/user-contract.ts'
import { Button } from '#web/ui/button.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { AccountError } from './api.ts'
import { LinksSection } from './links-section.tsx'
import { Failure, PasswordField, Section } from './parts.tsx'
import { useAccountRequest, useCommand, useSessions } from './queries.ts'
import { SessionList } from './session-list.tsx'
import { failureText, roleHints, roleNames } from './words.ts'

type User = NonNullable<Account['user']>

/**
 * The account of the user: who is logged in, the password and the sessions. `provider` is the account with which users can
 * log in; absent if there is none.
 */
export function OwnAccountPage({ user, provider }: { user: User; provider: string | undefined }) {
  useDocumentTitle('Konto – Formlotse')
  return (
    <>
      <h1 className="text-2xl font-bold">{user.name}</h1>
      <p className="-mt-4 text-muted">
        {user.email}
        <br />
        {roleNames[user.role]}: {roleHints[user.role]}
      </p>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        {user.hasPassword ? <PasswordSection /> : <NoPasswordSection provider={provider} />}
        <SessionsSection name={user.name} />
        {user.role === 'marketer' && <LinksSection />}
      </div>
    </>
  )
}

function NoPasswordSection({ provider }: { provider: string | undefined }) {
  return (
    <Section title="Passwort">
      <p className="text-sm">
        {provider === undefined
          ? 'Sie haben kein Passwort. Eines'
          : `Sie melden sich mit ${provider} an. Ein Passwort`}{' '}
        bekommen Sie über einen Link von der Verwaltung.
      </p>
    </Section>
  )
}

function PasswordSection() {
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const change = useAccountRequest<{ current: string; next: string }>('password')
  const isWrong = change.error instanceof AccountError && change.error.code === 'wrong-password'
  return (
    <Section title="Passwort ändern">
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (change.isPending) return
          change.mutate(
            { current, next },
            {
              onSuccess: () => {
                setCurrent('')
                setNext('')
              },
            },
          )
        }}
      >
        <PasswordField
          id="bisher"
          label="Bisheriges Passwort"
          value={current}
          onChange={setCurrent}
          error={isWrong ? 'Das Passwort stimmt nicht.' : undefined}
        />
        <PasswordField
          id="neu"
          label="Neues Passwort"
          value={next}
          onChange={setNext}
          isNew
          error={change.error && !isWrong ? failureText(change.error) : undefined}
        />
        <div className="flex flex-wrap items-center gap-4">
          <Button type="submit" look="secondary" disabled={change.isPending}>
            {change.isPending ? 'Wird geändert …' : 'Passwort ändern'}
          </Button>
          <output className="text-sm">
            {change.isSuccess && 'Geändert. Alle anderen Sitzungen sind beendet.'}
          </output>
        </div>
      </form>
    </Section>
  )
}

function SessionsSection({ name }: { name: string }) {
  const { data, error } = useSessions()
  const command = useCommand()
  const others = data?.sessions.filter(({ isCurrent }) => !isCurrent) ?? []
  return (
    <Section title="Wo Sie angemeldet sind">
      <Failure error={error ?? command.error} />
      {data && (
        <SessionList
          sessions={data.sessions}
          of={name}
          isPending={command.isPending}
          onEnd={(id) => command.mutate(['DELETE', `account/sessions/${id}`])}
        />
      )}
      {others.length > 1 && (
        <div>
          <Button
            look="compact"
            disabled={command.isPending}
            onClick={() => command.mutate(['DELETE', 'account/sessions'])}
          >
            Alle anderen beenden
          </Button>
        </div>
      )}
    </Section>
  )
}
