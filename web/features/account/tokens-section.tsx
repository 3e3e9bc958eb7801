import { useState } from 'react'
import { type TokenScope, maxTokenDays, tokenScopes } from '#domain/users/user-contract.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { TextInput } from '#web/ui/form/text-input.tsx'
import { Failure, Section } from './parts.tsx'
import { useAddToken, useCommand, useTokens } from './queries.ts'
import { instant, scopeNames } from './words.ts'

/** Tokens of scripts: what they may do, when they end and when they were used last. */
export function TokensSection() {
  const { data, error } = useTokens()
  const command = useCommand()
  return (
    <Section title="Schlüssel für Skripte">
      <p className="text-sm text-muted">
        Ein Schlüssel gilt bis zu seinem Ende, längstens bis die Person, die ihn angelegt hat, gesperrt oder
        gelöscht wird oder die Rolle Verwaltung verliert. Klick-Dateien sind die Dateien für Werbeplattformen
        mit den Klick-Kennungen.
      </p>
      <Failure error={error ?? command.error} />
      {data?.tokens.length === 0 && <p className="text-sm text-muted">Noch keine.</p>}
      <ul className="grid gap-2">
        {data?.tokens.map(({ id, name, scope, expiresAt, lastUsedAt, by }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-x-4 border-t border-line pt-2"
          >
            <span className="text-sm">
              <span className="font-medium">{name}</span>
              <br />
              {scopeNames[scope]}
              <br />
              <span className="text-muted">
                gilt bis {instant(expiresAt)} Uhr,{' '}
                {lastUsedAt === null ? 'noch nicht benutzt' : `zuletzt benutzt ${instant(lastUsedAt)}`}
                {by !== null && `, angelegt von ${by}`}
              </span>
            </span>
            <Button
              look="link"
              disabled={command.isPending}
              onClick={() => command.mutate(['DELETE', `access/tokens/${id}`])}
            >
              Sperren<span className="sr-only"> des Schlüssels {name}</span>
            </Button>
          </li>
        ))}
      </ul>
      <TokenForm />
    </Section>
  )
}

const empty = { name: '', scope: 'read' as TokenScope, days: '90' }

function TokenForm() {
  const [token, setToken] = useState(empty)
  const add = useAddToken()
  const change = (part: Partial<typeof empty>) => setToken({ ...token, ...part })
  return (
    <form
      className="grid gap-4 border-t border-line pt-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (add.isPending) return
        add.mutate({ ...token, days: Number(token.days) }, { onSuccess: () => setToken(empty) })
      }}
    >
      <h3 className="font-semibold">Schlüssel anlegen</h3>
      <Field id="zweck" label="Wofür" required>
        {(control) => (
          <TextInput
            {...control}
            autoComplete="off"
            required
            minLength={2}
            maxLength={60}
            value={token.name}
            onChange={({ target }) => change({ name: target.value })}
          />
        )}
      </Field>
      <Field id="umfang" label="Was er darf">
        {(control) => (
          <Select
            {...control}
            value={token.scope}
            onChange={({ target }) => change({ scope: target.value as TokenScope })}
          >
            {tokenScopes.map((scope) => (
              <option key={scope} value={scope}>
                {scopeNames[scope]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field id="tage" label="Gültigkeit in Tagen" required>
        {(control) => (
          <TextInput
            {...control}
            type="number"
            required
            min={1}
            max={maxTokenDays}
            value={token.days}
            onChange={({ target }) => change({ days: target.value })}
          />
        )}
      </Field>
      <div>
        <Button type="submit" look="secondary" disabled={add.isPending}>
          Schlüssel anlegen
        </Button>
      </div>
      <output>
        {add.data && (
          <span className="grid gap-2 rounded-lg bg-leaf-50 p-4 text-sm">
            <span className="font-medium">
              Bitte jetzt kopieren. Der Schlüssel wird nur dieses eine Mal angezeigt.
            </span>
            <code className="font-mono break-all">{add.data.token}</code>
          </span>
        )}
      </output>
      <Failure error={add.error} />
    </form>
  )
}
