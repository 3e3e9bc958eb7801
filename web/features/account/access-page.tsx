import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { LinksSection } from './links-section.tsx'
import { LogSection } from './log-section.tsx'
import { Failure, Section } from './parts.tsx'
import { useCommand, useUsers } from './queries.ts'
import { TokensSection } from './tokens-section.tsx'
import { UsersSection } from './users-section.tsx'

/** Page of admins: users, tokens of scripts, shared passwords, and the log of what the staff did. */
export function AccessPage() {
  useDocumentTitle('Zugänge – Konto – Formlotse')
  const { data, error } = useUsers()
  return (
    <>
      <h1 className="text-2xl font-bold">Zugänge</h1>
      <Failure error={error} />
      {data && <UsersSection users={data.users} />}
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <TokensSection />
        <LinksSection />
        {data && <SharedSection isOn={data.sharedAccess} />}
      </div>
      <LogSection />
    </>
  )
}

function SharedSection({ isOn }: { isOn: boolean }) {
  const [isAsking, setAsking] = useState(false)
  const command = useCommand()
  const set = (on: boolean) => command.mutate(['POST', 'access/shared', { on }])
  return (
    <Section title="Gemeinsame Passwörter">
      <p className="text-sm">
        {isOn
          ? 'Das Passwort der Berichte, das der Auftragsbearbeitung und der gemeinsame Schlüssel der Skripte gelten noch. Wer sie kennt, hat Zugang, ohne dass das Protokoll einen eigenen Namen nennt: Dort steht nur, welches Passwort es war.'
          : 'Sie sind abgeschaltet: Berichte und Aufträge öffnen nur Personen mit eigenem Zugang und Skripte mit eigenem Schlüssel. Die geheimen Adressen der Dateien für Werbeplattformen gelten weiter.'}
      </p>
      <Failure error={command.error} />
      <div>
        <Button
          look="secondary"
          disabled={command.isPending}
          onClick={() => (isOn ? setAsking(true) : set(true))}
        >
          {isOn ? 'Abschalten …' : 'Wieder einschalten'}
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        title="Gemeinsame Passwörter abschalten?"
        confirm="Abschalten"
        onConfirm={() => {
          setAsking(false)
          set(false)
        }}
        onClose={() => setAsking(false)}
      >
        Alle Sitzungen mit einem gemeinsamen Passwort und die damit geteilten Ansichten enden, und Skripte mit
        dem gemeinsamen Schlüssel werden abgewiesen. Die geheimen Adressen der Dateien für Werbeplattformen
        gelten weiter, auch für alle, die sie bisher gesehen haben.
      </ConfirmDialog>
    </Section>
  )
}
