import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { supportLink } from '#domain/site/support-link.ts'
import { CheckIcon } from '#web/ui/icons.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import type { OrderState } from './use-order.ts'

interface OrderTexts {
  title: string
  text: ReactNode
  mark: ReactNode
}

const done = (
  <span className="grid size-16 place-items-center rounded-full bg-lime text-leaf-900">
    <CheckIcon className="size-9" />
  </span>
)
const waiting = <Spinner className="size-12 text-leaf-700" />

const toSupport = (page: string) => (
  <Link to={page} className="text-leaf-700 underline underline-offset-3 hover:decoration-2">
    schreiben Sie uns
  </Link>
)

/** Returns the texts for the state of an order. They report a payment only if the service has confirmed it. */
export function textsFor({ order, overdue }: OrderState): OrderTexts {
  if (order === undefined)
    return overdue
      ? {
          title: 'Der Stand ist gerade nicht abrufbar',
          text: 'Ihr Auftrag ist davon nicht betroffen. Wir versuchen es weiter; Sie können diese Seite auch später noch einmal öffnen.',
          mark: waiting,
        }
      : { title: 'Einen Moment bitte', text: 'Wir sehen nach, wie es um Ihren Auftrag steht.', mark: waiting }
  if (order === null)
    return {
      title: 'Auftrag nicht gefunden',
      text: (
        <>
          Unter dieser Adresse kennen wir keinen Auftrag. Haben Sie bei uns bestellt? Dann{' '}
          {toSupport('/kontakt')} bitte und nennen Sie Ihre Auftragsnummer.
        </>
      ),
      mark: null,
    }
  switch (order.status) {
    case 'paid':
      return {
        title: 'Zahlung erfolgreich!',
        text: `Vielen Dank. Ihr Auftrag „${order.product}“ wird jetzt bearbeitet; die Bestätigung erhalten Sie per E-Mail.`,
        mark: done,
      }
    case 'ordered':
      return overdue
        ? {
            title: 'Noch keine Zahlung eingegangen',
            text: 'Ihr Auftrag liegt uns vor. Haben Sie schon bezahlt? Dann kann es einige Minuten dauern, bis die Bestätigung da ist; diese Seite zeigt sie von selbst an.',
            mark: null,
          }
        : {
            title: 'Ihre Zahlung wird bestätigt',
            text: 'Ihr Auftrag liegt uns vor. Sobald die Zahlung bestätigt ist, sehen Sie es hier.',
            mark: waiting,
          }
    case 'expired':
      return {
        title: 'Auftrag abgelaufen',
        text: (
          <>
            Ihr Auftrag „{order.product}“ wurde nicht rechtzeitig bezahlt und wird nicht ausgeführt. Es ist
            nichts mehr zu bezahlen. Sie haben doch bezahlt? Dann {toSupport(supportLink(order.number))}{' '}
            bitte.
          </>
        ),
        mark: null,
      }
    case 'submitted':
      return {
        title: 'Ihr Brief wird verschickt',
        text: `Der Brief zu Ihrem Auftrag „${order.product}“ ist auf dem Weg zur Post. Ihre Angaben können nicht mehr geändert werden.`,
        mark: null,
      }
    case 'sent':
      return {
        title: 'Ihr Brief ist verschickt',
        text: `Der Brief zu Ihrem Auftrag „${order.product}“ ist bei der Post. Unsere Leistung ist damit erbracht.`,
        mark: done,
      }
    case 'failed':
      return {
        title: 'Ihr Brief konnte nicht verschickt werden',
        text: `Der Brief zu Ihrem Auftrag „${order.product}“ konnte nicht verschickt oder zugestellt werden. Sie erhalten Ihr Geld zurück.`,
        mark: null,
      }
    case 'refunded':
      return {
        title: 'Betrag zurückgegangen',
        text: `Der Betrag für Ihren Auftrag „${order.product}“ ist an Sie zurückgegangen.`,
        mark: null,
      }
    case 'withdrawal_declared':
      return {
        title: 'Widerruf erklärt',
        text: `Für Ihren Auftrag „${order.product}“ liegt uns ein Widerruf vor. Wie es weitergeht, steht in unserer E-Mail an die Adresse des Auftrags.`,
        mark: null,
      }
    case 'withdrawn':
      return {
        title: 'Auftrag widerrufen',
        text: `Ihr Auftrag „${order.product}“ wurde widerrufen. Die Eingangsbestätigung Ihres Widerrufs erhalten Sie per E-Mail.`,
        mark: null,
      }
  }
}
