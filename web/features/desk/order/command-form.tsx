import { type FormEvent, useEffect, useEffectEvent, useRef } from 'react'
import { type DeskCommand, failureReasons } from '#domain/desk/desk-contract.ts'
import type { DeskOrder } from '#domain/desk/order-contract.ts'
import { berlinDay } from '#domain/time/berlin-time.ts'
import { PostingDay } from '#web/features/desk/posting-day.tsx'
import { commandWords, declineWords, failureWords } from '#web/features/desk/words/command-words.ts'
import { subjectText } from '#web/features/desk/words/event-words.ts'
import { stateText } from '#web/features/desk/words/message-words.ts'
import { Button } from '#web/ui/button.tsx'
import { euro } from '#domain/numbers/german-number.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { TextInput } from '#web/ui/form/text-input.tsx'

type Name = DeskCommand['command']

interface CommandFormProps {
  name: Name
  order: DeskOrder
  isPending: boolean
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  onClose: () => void
}

/** Form of one command. It receives the focus, and Escape closes it. */
export function CommandForm({ name, order, isPending, onSubmit, onClose }: CommandFormProps) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector<HTMLElement>('select, input, button')?.focus(), [])
  const closeOnEscape = useEffectEvent(({ key }: KeyboardEvent) => key === 'Escape' && onClose())
  useEffect(() => {
    const listen = (event: KeyboardEvent) => closeOnEscape(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
  return (
    <form
      ref={form}
      aria-label={commandWords[name]}
      className="grid max-w-xl gap-4 rounded-xl border border-line bg-surface p-4"
      onSubmit={onSubmit}
    >
      <p>{noteOf(name, order)}</p>
      <Inputs name={name} order={order} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={isPending}>
          {commandWords[name]}
        </Button>
        <Button look="secondary" onClick={onClose}>
          Abbrechen
        </Button>
      </div>
    </form>
  )
}

/** Returns what the command leads to. */
function noteOf(name: Name, { priceCents, email }: DeskOrder): string {
  const price = euro(priceCents)
  switch (name) {
    case 'submit':
      return 'Der Brief wird sofort übergeben. Danach kann der Kunde seine Angaben nicht mehr ändern.'
    case 'sent':
      return 'Der Kunde erhält die Übermittlungsbestätigung mit dem Tag des Einwurfs per E-Mail.'
    case 'failed':
      return `Der Auftrag endet, der Kunde erhält eine E-Mail, und ${price} sind zu erstatten.`
    case 'refunded':
      return `Melden Sie die Erstattung, sobald der ganze Preis von ${price} zurückgezahlt ist. Der Kunde erhält eine Stornorechnung.`
    case 'withdraw':
      return `Der Auftrag endet endgültig. Ist er bezahlt, sind ${price} binnen 14 Tagen ab der Erklärung zu erstatten.`
    case 'revoke':
      return 'Der Auftrag läuft weiter, als wäre nichts erklärt worden.'
    case 'decline':
      return 'Der Auftrag läuft weiter. Der Kunde erhält eine E-Mail mit dem Grund.'
    case 'resend':
      return email === null
        ? 'Die E-Mail geht an die berichtigte Adresse.'
        : `Die E-Mail geht an ${email}, wenn Sie keine andere Adresse angeben.`
  }
}

function Inputs({ name, order }: { name: Name; order: DeskOrder }) {
  switch (name) {
    case 'sent': {
      const paid = order.timeline.find(({ type }) => type === 'paid')
      return <PostingDay id="posted" first={paid && berlinDay(Date.parse(paid.at))} />
    }
    case 'failed':
      return (
        <Choice
          label="Grund"
          options={failureReasons.map((reason) => ({ value: reason, text: failureWords[reason] }))}
        />
      )
    case 'decline':
      return (
        <Choice
          label="Grund"
          options={order.declineReasons.map((reason) => ({ value: reason, text: declineWords[reason] }))}
        />
      )
    case 'resend':
      return <ResendInputs order={order} />
    default:
      return null
  }
}

function ResendInputs({ order }: { order: DeskOrder }) {
  const sent = order.messages.filter(
    ({ destination, state }) => destination === 'mail' && (state === 'dead' || state === 'delivered'),
  )
  // What could not be delivered is most likely what is to be sent again.
  const first = sent.toSorted((a, b) => Number(b.state === 'dead') - Number(a.state === 'dead'))
  return (
    <>
      <Choice
        label="E-Mail"
        options={first.map(({ messageId, eventType, document, state }) => ({
          value: messageId,
          text: `${subjectText(eventType, document)}, ${stateText(state)}`,
        }))}
      />
      <Field
        id="to"
        label="Berichtigte Adresse"
        hint="Sie gilt dann auch für die weiteren E-Mails zum Auftrag. Leer: an die bisherige Adresse."
      >
        {(control) => <TextInput {...control} name="to" type="email" maxLength={254} autoComplete="off" />}
      </Field>
    </>
  )
}

function Choice({ label, options }: { label: string; options: { value: string; text: string }[] }) {
  return (
    <Field id="choice" label={label} required>
      {(control) => (
        <Select {...control} name="choice" required>
          {options.map(({ value, text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
