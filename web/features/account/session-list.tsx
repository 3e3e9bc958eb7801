import type { ShownSession } from '#domain/users/user-contract.ts'
import { Button } from '#web/ui/button.tsx'
import { instant } from './words.ts'

interface SessionListProps {
  sessions: readonly ShownSession[]
  /** Whose sessions they are, for the names of the buttons. */
  of: string
  isPending: boolean
  onEnd: (id: string) => void
}

/** Lists sessions with browser, begin and last use, and ends them. */
export function SessionList({ sessions, of, isPending, onEnd }: SessionListProps) {
  return (
    <ul className="grid gap-2">
      {sessions.map(({ id, device: stored, createdAt, lastUsedAt, isCurrent }) => {
        const device = stored.replaceAll('unknown', 'unbekannt')
        return (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-x-4 border-t border-line pt-2"
          >
            <span className="text-sm">
              <span className="font-medium">{device}</span>
              {isCurrent && ' (dieser Browser)'}
              <br />
              <span className="text-muted">
                seit {instant(createdAt)}, zuletzt benutzt {instant(lastUsedAt)}
              </span>
            </span>
            {!isCurrent && (
              <Button look="link" disabled={isPending} onClick={() => onEnd(id)}>
                Beenden
                <span className="sr-only">
                  {' '}
                  der Sitzung von {of} mit {device}
                </span>
              </Button>
            )}
          </li>
        )
      })}
    </ul>
  )
}
