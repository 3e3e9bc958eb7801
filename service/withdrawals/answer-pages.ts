import { html } from 'hono/html'
import { orderedProduct } from '#domain/documents/ordered-product.ts'
import type { Order } from '#domain/orders/evolve-order.ts'
import { responsePage, textPage } from '#service/http/response-page.ts'
import { type AnswerGrant, answerPath } from './answer-links.ts'

const home = { href: '/', label: 'Zur Startseite' }
const support = { href: '/kontakt', label: 'Nachricht an uns schreiben' }

const questions = {
  confirmation: {
    title: 'Widerruf bestätigen',
    text: 'Wenn Sie den Widerruf bestätigen, ist Ihr Auftrag sofort und endgültig widerrufen. Haben Sie schon bezahlt, erhalten Sie Ihr Geld zurück.',
    button: 'Widerruf bestätigen',
  },
  objection: {
    title: 'Dem Widerruf widersprechen',
    text: 'Wenn Sie widersprechen, läuft Ihr Auftrag weiter wie bestellt. Weitere Widerrufe, die nicht von Ihnen bestätigt sind, halten ihn dann nicht mehr an.',
    button: 'Auftrag behalten',
  },
}

/** Returns the page that asks the customer to confirm the withdrawal or the objection. */
export function questionPage(order: Order, answer: AnswerGrant['answer'], token: string) {
  const { title, text, button } = questions[answer]
  return responsePage(
    title,
    html`<p>${text}</p>
      <dl>
        <dt>Auftragsnummer</dt>
        <dd>${order.number}</dd>
        <dt>Leistung</dt>
        <dd>${orderedProduct(order)}</dd>
      </dl>
      <form method="post" action="${answerPath}">
        <input type="hidden" name="t" value="${token}" />
        <button>${button}</button>
      </form>
      <p><a href="/">Nichts ändern, zur Startseite</a></p>`,
  )
}

/** Returns the page with the outcome of the withdrawal. `now` is true if this request made the decision. */
export function answeredPage(order: Order, now: boolean) {
  if (order.withdrawal === 'withdrawn')
    return textPage(
      'Auftrag widerrufen',
      now
        ? `Ihr Auftrag ${order.number} ist widerrufen. Haben Sie schon bezahlt, erstatten wir den Betrag spätestens 14 Tage nach dem Eingang des Widerrufs.`
        : `Ihr Auftrag ${order.number} war schon widerrufen. Es ist nichts mehr zu tun.`,
      now ? home : support,
    )
  if (order.withdrawal === 'declared')
    return textPage(
      'Wir prüfen Ihren Widerruf',
      `Wir prüfen Ihren Widerruf zu Auftrag ${order.number} und schreiben Ihnen.`,
      home,
    )
  if (order.withdrawal === 'declined')
    return textPage(
      'Widerruf abgelehnt',
      `Wir haben den Widerruf zu Ihrem Auftrag ${order.number} abgelehnt. Den Grund nennt unsere E-Mail. Haben Sie Fragen, schreiben Sie uns bitte.`,
      support,
    )
  return textPage(
    'Auftrag läuft weiter',
    now
      ? `Ihr Auftrag ${order.number} läuft weiter wie bestellt. Vielen Dank für Ihre Rückmeldung.`
      : `Dem Widerruf zu Ihrem Auftrag ${order.number} wurde schon widersprochen; der Auftrag läuft weiter. Möchten Sie ihn dennoch widerrufen, schreiben Sie uns bitte.`,
    now ? home : support,
  )
}

/** Returns the same page for every invalid link, so that the page reveals nothing about orders. */
export function invalidLinkPage() {
  return textPage(
    'Dieser Link gilt nicht mehr',
    'Der Link ist unvollständig oder abgelaufen. Bitte öffnen Sie ihn noch einmal aus unserer E-Mail, oder schreiben Sie uns.',
    support,
  )
}
