import { useId, useState } from 'react'
import type { MuteSubject } from '#domain/operations/alert.ts'
import { explainedTitle, kindNames } from '#domain/reports/alerts/words.ts'
import { subjectToMute } from '#domain/reports/inbox/mutes.ts'
import type { InboxEntry } from '#domain/reports/inbox/shape.ts'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { instant } from '#web/features/reports/words/number-format.ts'
import { useMutes } from './use-mutes.ts'

const durations = [
  { value: 'day', name: '1 Tag' },
  { value: 'week', name: '1 Woche' },
  { value: 'unlimited', name: 'bis es jemand aufhebt' },
]

const failed = 'Das hat nicht geklappt. Bitte versuchen Sie es noch einmal.'

/** Mutes an alert, or all of its kind, for a chosen time. If it is muted, says until when and ends that. */
export function MuteControls({ entry }: { entry: InboxEntry }) {
  const [open, setOpen] = useState(false)
  const { unmute } = useMutes()
  const { alert, mute } = entry
  if (mute)
    return (
      <div className="flex flex-wrap items-center gap-x-3">
        <span>
          Stumm: {mutedWords(mute.subject)}
          {mute.until === null ? ', bis es jemand aufhebt.' : `, bis ${instant(mute.until)}.`}
        </span>
        <Button look="link" disabled={unmute.isPending} onClick={() => unmute.mutate(mute.id)}>
          Wieder melden <span className="sr-only">: {mutedWords(mute.subject)}</span>
        </Button>
        {unmute.isError && (
          <p role="alert" className="text-alarm">
            {failed}
          </p>
        )}
      </div>
    )
  return open ? (
    <div className="w-full">
      <MuteForm subject={subjectToMute(alert)} onClose={() => setOpen(false)} />
    </div>
  ) : (
    <Button look="link" className="-ml-1 print:hidden" onClick={() => setOpen(true)}>
      Stummschalten …
    </Button>
  )
}

function mutedWords(subject: MuteSubject): string {
  return isWhole(subject) ? `alles der Art „${kindNames[subject.kind]}“` : explainedTitle(subject)
}

const isWhole = ({ step, field, rule, funnel }: MuteSubject) =>
  [step, field, rule, funnel].every((value) => value === null)

function MuteForm({ subject, onClose }: { subject: MuteSubject; onClose: () => void }) {
  const id = useId()
  const { mute } = useMutes()
  return (
    <form
      className="mt-2 grid max-w-xl gap-3 print:hidden"
      onSubmit={(event) => {
        event.preventDefault()
        const data = new FormData(event.currentTarget)
        const all = { kind: subject.kind, step: null, field: null, rule: null, funnel: null }
        const chosen = data.get('scope') === 'kind' ? all : subject
        mute.mutate({ subject: chosen, duration: data.get('duration') as string })
      }}
    >
      {!isWhole(subject) && (
        <label htmlFor={`${id}-scope`} className="text-sm">
          Was
          <Select id={`${id}-scope`} name="scope">
            <option value="subject">{explainedTitle(subject)}</option>
            <option value="kind">Alles der Art „{kindNames[subject.kind]}“</option>
          </Select>
        </label>
      )}
      <label htmlFor={`${id}-duration`} className="text-sm">
        Wie lange
        <Select id={`${id}-duration`} name="duration">
          {durations.map(({ value, name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </Select>
      </label>
      <p className="text-sm text-muted">
        So lange kommt dazu keine Nachricht, und es zählt oben nicht mit. Hier bleibt es stehen.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="compact" disabled={mute.isPending}>
          Stummschalten
        </Button>
        <Button look="link" onClick={onClose}>
          Abbrechen
        </Button>
      </div>
      {mute.isError && (
        <p role="alert" className="text-sm text-alarm">
          {failed}
        </p>
      )}
    </form>
  )
}
