import { useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Failure, Section } from './parts.tsx'
import { useCommand, useLinks } from './queries.ts'
import { day, instant } from './words.ts'

/** Shared links of the user, and for an admin all of them: who reads what until when, with a way to end each. */
export function LinksSection() {
  const { data, error } = useLinks()
  const command = useCommand()
  const status = useRef<HTMLOutputElement>(null)
  return (
    <Section title="Geteilte Ansichten">
      <p className="text-sm text-muted">
        Wer die Adresse hat, liest bis zum Ende die Zahlen der Berichte, ohne angemeldet zu sein. Neue Links
        legen Sie unter einem Bericht mit „Diese Ansicht teilen“ an. Sie enden auch, wenn die Person, die sie
        angelegt hat, gesperrt oder gelöscht wird oder die Rolle Auftragsbearbeitung bekommt. Mit dem
        gemeinsamen Passwort angelegte enden, wenn dieses abgeschaltet oder geändert wird.
      </p>
      <Failure error={error ?? command.error} />
      {data?.links.length === 0 && <p className="text-sm text-muted">Zurzeit keine.</p>}
      <ul className="grid gap-2">
        {data?.links.map(({ id, name, path, by, createdAt, expiresAt, lastUsedOn }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-x-4 border-t border-line pt-2"
          >
            <span className="min-w-0 text-sm">
              <span className="font-medium">{name}</span>
              <br />
              beginnt bei{' '}
              <a href={path} className="break-all text-leaf-700 underline underline-offset-4">
                {path.split('?')[0]}
              </a>
              <br />
              <span className="text-muted">
                gilt bis {instant(expiresAt)} Uhr,{' '}
                {lastUsedOn === null ? 'noch nicht benutzt' : `zuletzt benutzt am ${day(lastUsedOn)}`},
                angelegt {instant(createdAt)} {by === null ? 'mit dem gemeinsamen Passwort' : `von ${by}`}
              </span>
            </span>
            <Button
              look="link"
              disabled={command.isPending}
              // The button goes with its link, and the focus must not be lost.
              onClick={() =>
                command.mutate(['DELETE', `links/${id}`], { onSuccess: () => status.current?.focus() })
              }
            >
              Beenden<span className="sr-only"> der geteilten Ansicht {name}</span>
            </Button>
          </li>
        ))}
      </ul>
      <output ref={status} tabIndex={-1} className="text-sm empty:absolute">
        {command.isSuccess && 'Die geteilte Ansicht ist beendet.'}
      </output>
    </Section>
  )
}
