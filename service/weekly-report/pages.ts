import { html } from 'hono/html'
import { responsePage, textPage } from '#service/http/response-page.ts'
import { type Recipient, subscriptionPath } from './recipients.ts'

const home = { href: '/', label: 'Zur Startseite' }

/** Returns the page that offers to unsubscribe or, if that was done, to subscribe again. It does not name the address. */
export function subscriptionPage(isSubscribed: boolean, recipient: Recipient) {
  return isSubscribed ? subscribedPage(recipient) : unsubscribedPage(recipient)
}

function subscribedPage({ token }: Recipient) {
  return responsePage(
    'Wochenbericht abbestellen',
    html`<p>
        Sie erhalten jeden Montag den Wochenbericht von Formlotse. Nach dem Abbestellen kommt er an diese
        Adresse nicht mehr.
      </p>
      ${formOf(token, 'abbestellen', html`<button>Wochenbericht abbestellen</button>`)}
      <p><a href="/">Nichts ändern, zur Startseite</a></p>`,
  )
}

function unsubscribedPage({ token }: Recipient) {
  return responsePage(
    'Wochenbericht abbestellt',
    html`<p>An diese Adresse senden wir keinen Wochenbericht mehr.</p>
      <p>War das ein Versehen? Dann bestellen Sie ihn hier wieder.</p>
      ${formOf(token, 'bestellen', html`<button class="quiet">Wochenbericht wieder bestellen</button>`)}
      <p><a href="/">Zur Startseite</a></p>`,
  )
}

/** Returns the page after the subscription was renewed. */
export function resubscribedPage() {
  return textPage(
    'Wochenbericht bestellt',
    'Sie erhalten den Wochenbericht wieder, das nächste Mal am kommenden Montag.',
    home,
  )
}

/** Returns the same page for every invalid token, so that it reveals nothing about recipients. */
export function unknownLinkPage() {
  return textPage(
    'Dieser Link gilt nicht',
    'Der Link ist unvollständig, oder die Adresse gehört nicht mehr zu den Empfängern des Wochenberichts. Geändert wurde nichts.',
    home,
  )
}

function formOf(token: string, action: Action, button: ReturnType<typeof html>) {
  return html`<form method="post" action="${subscriptionPath}?t=${token}">
    <input type="hidden" name="aktion" value="${action}" />
    ${button}
  </form>`
}

export const actions = ['abbestellen', 'bestellen'] as const
export type Action = (typeof actions)[number]
