import { useState } from 'react'
import type { DeadMessage } from '#domain/desk/queue-contract.ts'
import type { ShownOutcome } from '#web/features/desk/outcome-line.tsx'
import { useAct, useResend } from '#web/features/desk/queries.ts'
import { failureText } from '#web/features/desk/words/refusal-words.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { TextInput } from '#web/ui/form/text-input.tsx'
import { DeadMessageItem, titleOf } from './dead-message-item.tsx'
import { listClass } from './work-group.tsx'

interface DeadMessagesProps {
  messages: readonly DeadMessage[]
  count: number
  onOutcome: (outcome: ShownOutcome | undefined) => void
}

/** Messages that no further attempt delivers by itself. */
export function DeadMessages({ messages, count, onOutcome }: DeadMessagesProps) {
  const act = useAct()
  const resend = useResend()
  const [asked, setAsked] = useState<{ what: 'close' | 'resend'; message: DeadMessage }>()
  /** Shows the result even if the section is gone, because no message is left. */
  const show = (action: Promise<unknown>, text: string) =>
    void action.then(
      () => onOutcome({ text }),
      (error: Error) => onOutcome({ text: failureText(error), isError: true }),
    )
  const retry = ({ id }: DeadMessage) =>
    show(act.mutateAsync(`/messages/${id}/retry`), 'Die Nachricht wird noch einmal versucht.')
  function close() {
    setAsked(undefined)
    if (asked) show(act.mutateAsync(`/messages/${asked.message.id}/close`), 'Die Nachricht ist geschlossen.')
  }
  function send(values: FormData) {
    setAsked(undefined)
    const to = values.get('to')
    if (asked)
      show(
        resend.mutateAsync({ id: asked.message.id, ...(typeof to === 'string' && to !== '' && { to }) }),
        'Die E-Mail wird erneut gesendet.',
      )
  }
  return (
    <section aria-labelledby="messages" className="grid gap-2">
      <div>
        <h3 id="messages" className="font-bold">
          Nicht zustellbar: {count}
        </h3>
        <p className="text-sm text-muted">
          Senden Sie eine E-Mail an eine berichtigte Adresse, oder schließen Sie, was nicht mehr nötig ist.
        </p>
      </div>
      <ul className={listClass}>
        {messages.map((message) => (
          <DeadMessageItem
            key={message.id}
            message={message}
            isPending={act.isPending || resend.isPending}
            onRetry={() => retry(message)}
            onAsk={(what) => setAsked({ what, message })}
          />
        ))}
      </ul>
      {count > messages.length && (
        <p className="text-sm text-muted">Gezeigt sind die {messages.length} ältesten.</p>
      )}
      <ConfirmDialog
        open={asked?.what === 'close'}
        title="Nachricht schließen?"
        confirm="Ja, schließen"
        keep="Offen lassen"
        onConfirm={close}
        onClose={() => setAsked(undefined)}
      >
        <p>
          {asked && `${titleOf(asked.message)}: `}Sie wird nicht mehr zugestellt und verlässt diese Liste.
        </p>
      </ConfirmDialog>
      <ConfirmDialog
        open={asked?.what === 'resend'}
        title="E-Mail erneut senden"
        confirm="Senden"
        keep="Abbrechen"
        look="primary"
        onConfirm={send}
        onClose={() => setAsked(undefined)}
      >
        <Field
          id="corrected"
          label="Berichtigte Adresse"
          hint="Sie gilt dann auch für die weiteren E-Mails zum Auftrag. Leer: an die bisherige Adresse."
        >
          {(control) => (
            // The key empties the field for the next message.
            <TextInput
              key={asked?.message.id}
              {...control}
              name="to"
              type="email"
              maxLength={254}
              autoComplete="off"
            />
          )}
        </Field>
      </ConfirmDialog>
    </section>
  )
}
