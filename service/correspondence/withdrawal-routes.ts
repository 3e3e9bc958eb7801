import { Hono } from 'hono'
import { html } from 'hono/html'
import {
  type ContactResponse,
  type Withdrawal,
  errorsByField,
  withdrawalPath,
  withdrawalSchema,
} from '#domain/site/contact-contract.ts'
import { responsePage, textPage } from '#service/http/response-page.ts'
import { refuseForeignForm } from '#service/access/refuse-foreign-form.ts'
import type { Correspondence } from './correspondence.ts'
import { formPage, typedTexts, withdrawalForm } from './contact-form.ts'
import { describeWithdrawal } from './describe-contact.ts'
import { readForm } from '#service/http/read-form.ts'
import { hashSecret } from '#service/access/run-secret.ts'
import { type RateLimitSettings, rateLimit } from '#service/http/rate-limit.ts'

export interface WithdrawalRouteDeps {
  correspondence: Pick<Correspondence, 'acceptWithdrawal'>
  /** Public origin of the service; undefined if it is not configured. */
  publicUrl: string | undefined
  limits: RateLimitSettings
}

const received =
  'Ihr Widerruf ist eingegangen. Eine Bestätigung mit Inhalt, Datum und Uhrzeit senden wir Ihnen per E-Mail.'

/**
 * Returns the route of the withdrawal function (§ 356a BGB). A 200 response means that the declaration is stored
 * durably. The order is looked up after the response, so neither the response nor its duration reveals whether the
 * order exists.
 */
export function withdrawalRoutes({ correspondence, publicUrl, limits }: WithdrawalRouteDeps) {
  const routes = new Hono()
  routes.post(
    withdrawalPath,
    describeWithdrawal,
    refuseForeignForm(publicUrl),
    rateLimit({ name: 'withdrawal', perMinute: 5 }, limits),
    async (c) => {
      const { plain, values } = await readForm(c)
      const again = { title: 'Vertrag widerrufen', form: withdrawalForm, values: typedTexts(values) }
      if (plain && values['change'] === 'yes') return c.html(formPage(again))
      const statement = withdrawalSchema.safeParse(values)
      if (!statement.success) {
        const fields = errorsByField(statement.error)
        if (plain) return c.html(formPage({ ...again, faults: fields }), 422)
        const error = 'Bitte prüfen Sie Ihre Angaben.'
        return c.json({ success: false, error, fields } satisfies ContactResponse, 422)
      }
      // Without JavaScript, this page shows the declaration for review. With JavaScript, the form has already shown it.
      if (plain && values['confirmed'] !== 'yes') return c.html(reviewPage(statement.data))
      // Only the hash is passed on. It is verified later, when the order is looked up.
      const secret = c.req.header('x-run-secret')
      const secretHash = secret ? hashSecret(secret) : undefined
      if (!statement.data.website) await correspondence.acceptWithdrawal(statement.data, { secretHash })
      if (plain)
        return c.html(textPage('Widerruf eingegangen', received, { href: '/', label: 'Zur Startseite' }))
      return c.json({ success: true, error: null } satisfies ContactResponse)
    },
  )
  return routes
}

function reviewPage(statement: Withdrawal) {
  const { name, email, orderNumber, details } = statement
  return responsePage(
    'Widerruf prüfen',
    html`<p>
        Ihr Widerruf ist erst erklärt, wenn Sie ihn bestätigen. Sie widerrufen den Vertrag mit diesen Angaben:
      </p>
      <dl>
        <dt>Name</dt>
        <dd>${name}</dd>
        <dt>E-Mail-Adresse</dt>
        <dd>${email}</dd>
        <dt>Auftragsnummer</dt>
        <dd>${orderNumber || 'nicht angegeben'}</dd>
        <dt>Weitere Angaben</dt>
        <dd>${details || 'keine'}</dd>
      </dl>
      <form method="post" action="${withdrawalPath}">
        ${Object.entries(statement).map(
          ([key, value]) => html`<input type="hidden" name="${key}" value="${value}" />`,
        )}
        <p class="choices">
          <button name="confirmed" value="yes">Widerruf bestätigen</button>
          <button class="quiet" name="change" value="yes">Angaben ändern</button>
        </p>
      </form>`,
  )
}
