import type { Context } from 'hono'
import { html } from 'hono/html'
import type { Store } from '#db/ports/store.ts'
import { orderedProduct } from '#domain/documents/ordered-product.ts'
import { orderStory } from '#domain/orders/story/order-story.ts'
import { nextSteps } from '#domain/orders/story/story-steps.ts'
import type { RetentionPeriod } from '#domain/retention/period.ts'
import { statusPath } from '#domain/site/status-paths.ts'
import { euro } from '#domain/numbers/german-number.ts'

import { findOrder } from '#service/orders/find-order.ts'
import { siteFrame } from '#service/http/site-frame.ts'
import { accessForm } from './pages.ts'

interface WithoutScriptDeps {
  store: Pick<Store, 'log'>
  unpaid: RetentionPeriod
  submitAfterMs: number
  now: () => number
}

/**
 * Returns a function that returns what the pages of an order show without JavaScript: the form that opens an order, how
 * to pay it, and after the payment the public facts about it. Returns undefined for all other pages.
 */
export function withoutScript({ store, unpaid, submitAfterMs, now }: WithoutScriptDeps) {
  return async (c: Context): Promise<string | undefined> => {
    if (c.req.path === statusPath)
      return String(await page('Ihr Auftrag', html`<section class="${card}">${accessForm()}</section>`))
    const isCheckout = c.req.path.startsWith('/checkout/')
    if (!isCheckout && c.req.path !== '/success') return undefined
    const id = c.req.query('order')
    const found = id === undefined ? undefined : await findOrder(store.log, id)
    if (!found) return String(await page('Auftrag nicht gefunden', unknownOrder()))
    const { order, events } = found
    if (isCheckout && order.status === 'ordered')
      return String(await page('Weiter zur Zahlung', payment(order.number)))
    const { title, text, steps } = orderStory(order, events, { unpaid, submitAfterMs, now: now() })
    const product = orderedProduct(order)
    const facts = [
      ['Auftragsnummer', order.number],
      ['Leistung', product],
      ['Gesamtpreis inkl. MwSt.', euro(order.priceCents)],
    ]
    const next = nextSteps(steps)
    const content = html`<p class="text-lg text-pretty text-muted">${text}</p>
      <section class="${card}">
        <h2 class="text-lg font-bold">Das haben Sie bestellt</h2>
        <dl class="divide-y divide-line">
          ${facts.map(
            ([label, value]) =>
              html`<div class="flex flex-wrap justify-between gap-x-4 py-2.5">
                <dt class="text-muted">${label}</dt>
                <dd class="font-semibold">${value}</dd>
              </div>`,
          )}
        </dl>
      </section>
      ${
        next.length === 0
          ? ''
          : html`<section class="${card}">
              <h2 class="text-lg font-bold">So geht es weiter</h2>
              <ol class="grid gap-4">
                ${next.map(
                  (step) =>
                    html`<li>
                      <h3 class="font-semibold">${step.title}</h3>
                      <p class="text-pretty text-muted">${step.text}</p>
                    </li>`,
                )}
              </ol>
            </section>`
      }
      <section class="${card}">
        <h2 class="text-lg font-bold">Ihr Auftrag im Blick</h2>
        <p class="text-pretty text-muted">
          In unserer E-Mail finden Sie den Link zu Ihrem Auftrag und Ihren Dokumenten. Hier öffnen Sie ihn
          auch ohne E-Mail:
        </p>
        ${accessForm(order.number)}
      </section>`
    return String(await page(title, content))
  }
}

const card = 'grid gap-4 rounded-2xl border border-line bg-surface p-5 shadow-card sm:p-7'

/** What the payment page of an order says: it opens only with JavaScript, and the status page needs none. */
function payment(number: string) {
  return html`<p class="text-lg text-pretty text-muted">
      Ihr Auftrag <span class="whitespace-nowrap">${number}</span> ist bei uns eingegangen. Ohne JavaScript
      können wir Sie nicht von selbst zur Zahlung weiterleiten.
    </p>
    <section class="${card}">
      <h2 class="text-lg font-bold">So zahlen Sie ohne JavaScript</h2>
      <p class="text-pretty text-muted">
        Öffnen Sie Ihren Auftrag mit diesen Angaben, und wählen Sie dort „Jetzt bezahlen“.
      </p>
      ${accessForm(number)}
    </section>`
}

/** What a page about an order says if the address names no known order. */
function unknownOrder() {
  return html`<p class="text-lg text-pretty text-muted">
      Zu dieser Adresse gibt es keinen Auftrag. Haben Sie bestellt, öffnen Sie ihn mit dem Link in unserer
      E-Mail oder mit diesen Angaben:
    </p>
    <section class="${card}">${accessForm()}</section>`
}

function page(title: string, content: ReturnType<typeof html>) {
  return siteFrame(
    html`<main class="mx-auto grid w-full max-w-xl flex-1 content-start gap-6 px-4 py-10">
      <h1 class="text-2xl font-bold tracking-tight text-leaf-900">${title}</h1>
      ${content}
      <p><a class="underline" href="/">Zur Startseite</a></p>
    </main>`,
  )
}
