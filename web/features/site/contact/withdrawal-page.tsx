import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { type Withdrawal, withdrawalPath } from '#domain/site/contact-contract.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { CheckIcon } from '#web/ui/icons.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { FormFailure, FormPage } from './form-parts.tsx'
import { sendForm } from './send-form.ts'
import { WithdrawalForm } from './withdrawal-form.tsx'

type Stage = 'form' | 'review' | 'received'

/**
 * Page for withdrawing from a contract. § 356a BGB requires this page. The visitor identifies the contract, reviews the
 * declaration and confirms it.
 */
export function Component() {
  useDocumentTitle('Vertrag widerrufen – Formlotse')
  const [stage, setStage] = useState<Stage>('form')
  const [statement, setStatement] = useState<Withdrawal>()
  if (stage === 'received' && statement) return <Received email={statement.email} />
  if (stage === 'review' && statement)
    return (
      <Review statement={statement} onBack={() => setStage('form')} onReceived={() => setStage('received')} />
    )
  return (
    <FormPage
      title="Vertrag widerrufen"
      lead={
        <p>
          Hier erklären Sie den Widerruf Ihres Auftrags, ohne Anmeldung und ohne Angabe von Gründen. Im
          nächsten Schritt sehen Sie Ihre Angaben noch einmal. Einzelheiten stehen in der{' '}
          <Link
            to="/widerrufsbelehrung"
            className="text-leaf-700 underline underline-offset-3 hover:decoration-2"
          >
            Widerrufsbelehrung
          </Link>
          .
        </p>
      }
    >
      <WithdrawalForm
        given={statement}
        onReady={(ready) => {
          setStatement(ready)
          setStage('review')
        }}
      />
    </FormPage>
  )
}

interface ReviewProps {
  statement: Withdrawal
  onBack: () => void
  onReceived: () => void
}

const failed =
  'Ihr Widerruf konnte nicht gesendet werden. Bitte versuchen Sie es erneut oder erklären Sie ihn per E-Mail; die Adresse steht im Impressum.'
const tooOften = 'Das waren viele Versuche in kurzer Zeit. Bitte versuchen Sie es in einer Minute erneut.'

function Review({ statement, onBack, onReceived }: ReviewProps) {
  const [sending, setSending] = useState(false)
  const [failure, setFailure] = useState<string>()
  const start = useFocusOnOpening()

  async function confirm(): Promise<void> {
    setSending(true)
    setFailure(undefined)
    const sent = await sendForm(withdrawalPath, statement)
    setSending(false)
    if (sent.ok) onReceived()
    else setFailure(sent.busy ? tooOften : failed)
  }

  const rows = [
    ['Name', statement.name],
    ['E-Mail-Adresse', statement.email],
    ['Auftragsnummer', statement.orderNumber || 'nicht angegeben'],
    ['Weitere Angaben', statement.details || 'keine'],
  ] as const
  return (
    <FormPage title="Widerruf prüfen" lead="Ihr Widerruf ist erst erklärt, wenn Sie ihn unten bestätigen.">
      <div className="grid gap-6">
        <h2 ref={start} tabIndex={-1} className="text-lg font-bold">
          Hiermit widerrufe ich den Vertrag mit diesen Angaben
        </h2>
        <dl className="grid gap-4">
          {rows.map(([name, value]) => (
            <div key={name}>
              <dt className="text-sm text-muted">{name}</dt>
              <dd className="font-medium break-words whitespace-pre-wrap">{value}</dd>
            </div>
          ))}
        </dl>
        {failure && <FormFailure>{failure}</FormFailure>}
        <div className="flex flex-col gap-3 sm:flex-row">
          <Button disabled={sending} onClick={() => void confirm()}>
            {sending && <Spinner />}
            Widerruf bestätigen
          </Button>
          <Button look="secondary" disabled={sending} onClick={onBack}>
            Angaben ändern
          </Button>
        </div>
      </div>
    </FormPage>
  )
}

function Received({ email }: { email: string }) {
  const start = useFocusOnOpening()
  return (
    <FormPage title="Widerruf eingegangen" lead="Wir prüfen Ihre Erklärung und melden uns bei Ihnen.">
      <div className="grid justify-items-start gap-5">
        <h2 ref={start} tabIndex={-1} className="flex items-center gap-2.5 text-lg font-bold">
          <CheckIcon className="size-6 text-leaf-600" />
          Ihre Erklärung liegt uns vor
        </h2>
        <p className="break-words">
          Eine Eingangsbestätigung mit Inhalt, Datum und Uhrzeit senden wir an <strong>{email}</strong>.
        </p>
        <Link to="/" className={buttonClass('secondary')}>
          Zurück zur Startseite
        </Link>
      </div>
    </FormPage>
  )
}

/** Focuses the heading of a stage when the stage opens, and scrolls to the top. Returns the ref for the heading. */
function useFocusOnOpening() {
  const start = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    start.current?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [])
  return start
}
