import { euro } from '#domain/numbers/german-number.ts'
import { html } from 'hono/html'
import { siteStylePath } from '#service/http/site-frame.ts'
import type { Order } from '#domain/orders/evolve-order.ts'

export const testPaymentPath = '/testzahlung'
export const testPaymentCancelPath = `${testPaymentPath}/abgebrochen`
export const testPaymentStylePath = `${testPaymentPath}/style.css`

type Html = ReturnType<typeof html>

/**
 * Returns the path of a page about an order. A test payment page also needs a ticket, which proves that the visitor
 * comes from the order's checkout.
 */
export function pathFor(page: string, { id }: Pick<Order, 'id'>, ticket?: string): string {
  const query = new URLSearchParams({ order: id, ...(ticket !== undefined && { ticket }) })
  return `${page}?${query}`
}

/**
 * Renders the page that replaces the page of a payment provider. It begins with a notice that no money is moved. The
 * page works without JavaScript.
 */
export function paymentPage(order: Order, product: string, ticket: string): Html {
  return layout(
    'Testzahlung',
    html`<h1>Testzahlung</h1>
      <p class="lead">
        Diese Seite vertritt die Zahlungsseite eines Anbieters, solange keiner angebunden ist.
      </p>
      <section class="receipt" aria-label="Ihr Auftrag">
        <dl>
          <div>
            <dt>Leistung</dt>
            <dd>${product}</dd>
          </div>
          <div>
            <dt>Auftragsnummer</dt>
            <dd class="number">${order.number}</dd>
          </div>
          <div class="total">
            <dt>Gesamtpreis</dt>
            <dd>${euro(order.priceCents)} <small>inkl. MwSt.</small></dd>
          </div>
        </dl>
        <form class="actions" method="post" action="${testPaymentPath}">
          <input type="hidden" name="order" value="${order.id}" />
          <input type="hidden" name="ticket" value="${ticket}" />
          <button class="button">Testzahlung abschließen</button>
          <a class="button quiet" href="${pathFor(testPaymentCancelPath, order, ticket)}">Abbrechen</a>
        </form>
      </section>
      <p class="small">
        Es werden keine Zahlungsdaten abgefragt. „Testzahlung abschließen“ meldet den Auftrag als bezahlt,
        „Abbrechen“ lässt ihn unbezahlt.
      </p>`,
  )
}

interface PageLink {
  href: string
  label: string
}

/** Renders a page with a message and one or two links. */
export function messagePage(title: string, text: string, link: PageLink, otherLink?: PageLink): Html {
  return layout(
    title,
    html`<h1>${title}</h1>
      <p class="lead">${text}</p>
      <p class="ways">
        <a class="button" href="${link.href}">${link.label}</a>
        ${otherLink && html`<a class="button quiet" href="${otherLink.href}">${otherLink.label}</a>`}
      </p>`,
  )
}

function layout(title: string, content: Html): Html {
  return html`<!doctype html>
    <html lang="de">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="theme-color" content="#0f4d2e" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="${siteStylePath}" />
        <link rel="stylesheet" href="${testPaymentStylePath}" />
        <title>${title} – Formlotse</title>
      </head>
      <body>
        <p class="notice">Testzahlung – es wird kein Geld bewegt</p>
        <main>
          <a class="brand" href="/"><img src="/favicon.svg" width="32" height="32" alt="" />Formlotse</a>
          ${content}
        </main>
      </body>
    </html>`
}
