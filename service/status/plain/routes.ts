import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { bodyLimit } from 'hono/body-limit'
import type { FieldValues } from '#domain/forms/define-field.ts'
import { amendedTooOften } from '#domain/orders/amendment-limit.ts'
import { checkAmendment, consentsToRenew } from '#domain/orders/amendment.ts'
import { withdrawalText } from '#domain/orders/story/status-texts.ts'
import { customerDocuments } from '#domain/orders/status-contract.ts'
import { statusPath } from '#domain/site/status-paths.ts'
import { berlinDate } from '#domain/time/berlin-time.ts'
import { maxUploadBytes } from '#domain/uploads/upload-types.ts'
import { refuseForeignForm } from '#service/access/refuse-foreign-form.ts'
import { Problem } from '#service/http/errors.ts'
import { readForm } from '#service/http/read-form.ts'
import type { SendToApp } from '#service/http/send-to-app.ts'
import { rateLimit } from '#service/http/rate-limit.ts'
import type { Checkout } from '#service/orders/checkout.ts'
import { type AmendmentOutcome, amendOrder, changeEmail } from '#service/status/amend-order.ts'
import { describeOrder } from '#service/status/describe-order.ts'
import { funnelOfOrder } from '#service/status/funnel-of-order.ts'
import type { FoundOrder } from '#service/orders/find-order.ts'
import { readData } from '#service/status/read-data.ts'
import { pdfResponse, readDocument } from '#service/status/read-document.ts'
import type { StatusRouteDeps } from '#service/status/routes.ts'
import { accessLifetime } from '#service/status/status-links.ts'
import { withdrawOrder } from '#service/status/withdraw-order.ts'
import {
  amendPage,
  messagePage,
  overviewPage,
  overviewPath,
  paymentPage,
  refusedPage,
  withdrawalPage,
} from './pages.ts'
import { readEntries, readTexts } from './read-entries.ts'

export interface PlainStatusDeps extends StatusRouteDeps {
  payment: Checkout
  /** Public origin of the service; undefined if it is not configured. */
  publicUrl: string | undefined
  /** Sends a request to the app itself, to use the route for uploads. */
  send: SendToApp
}

/** Cookie with the access to the order. It is necessary for the function that the customer uses (§ 25 TDDDG). */
const cookie = 'auftrag'

/**
 * Returns the status page for browsers without JavaScript: plain forms and pages. The access is in a cookie that is sent
 * only to this page, so that neither links nor logs contain it.
 */
export function plainStatusRoutes(deps: PlainStatusDeps) {
  const { unlocking, limits, payment, send, publicUrl } = deps
  const secure = publicUrl?.startsWith('https:') === true
  // The prefix keeps unencrypted connections from setting the cookie.
  const prefix = secure ? ({ prefix: 'secure' } as const) : {}
  const accessOf = (c: Context) => getCookie(c, cookie, prefix.prefix)
  const routes = new Hono()
  const times = () => ({ unpaid: deps.unpaid, submitAfterMs: deps.submitAfterMs, now: deps.now() })
  const opened = (c: Context) => unlocking.byAccess(accessOf(c))
  const stateOf = async (found: FoundOrder) => describeOrder(found, times(), await deps.confirmedAt(found))
  routes.use(`${statusPath}/*`, rateLimit({ name: 'status', perMinute: 120 }, limits))
  routes.use(`${statusPath}/*`, refuseForeignForm(publicUrl), privatePage)
  routes.onError((error, c) => {
    if (!(error instanceof Problem)) throw error
    const { status } = error.members
    if (status === 409) return c.html(messagePage('Das geht nicht mehr', refusalText(status)), status)
    return c.html(refusedPage(refusalText(status)), status)
  })

  routes.post(`${statusPath}/zugang`, async (c) => {
    const { auftragsnummer, email, nachweis } = (await readForm(c)).values
    const { token } = await unlocking.lookUp(c, {
      number: text(auftragsnummer),
      email: text(email),
      proof: text(nachweis),
    })
    setCookie(c, cookie, token, {
      path: statusPath,
      httpOnly: true,
      sameSite: 'Strict',
      secure,
      ...prefix,
      maxAge: accessLifetime / 1000,
    })
    return c.redirect(overviewPath, 303)
  })

  routes.get(overviewPath, async (c) => {
    const found = await opened(c)
    const data = await readData(deps, found)
    return c.html(overviewPage(await stateOf(found), data, funnelOfOrder(found.order)))
  })

  routes.post(`${statusPath}/abmelden`, (c) => {
    deleteCookie(c, cookie, { path: statusPath, secure, ...prefix })
    return c.redirect(statusPath, 303)
  })

  routes.get(`${statusPath}/dokument/:kind`, async (c) => {
    const kind = customerDocuments.find((one) => one === c.req.param('kind'))
    const file = kind && (await readDocument(deps, await opened(c), kind))
    if (file) return pdfResponse(file)
    return c.html(messagePage('Dokument nicht gefunden', 'Dieses Dokument gibt es nicht.'), 404)
  })

  routes.post(`${statusPath}/bezahlen`, async (c) => c.html(paymentPage(await payment(c, await opened(c)))))

  routes.get(`${statusPath}/aendern`, async (c) => {
    const { order } = await opened(c)
    const { values: given, fixed, outdated, version } = await readData(deps, await opened(c))
    const funnel = funnelOfOrder(order)
    const values = given as FieldValues
    if (!funnel || Object.keys(values).length === 0) return c.html(outcomePage({ code: 'gone' }), 409)
    const renewed = consentsToRenew(funnel, { current: values, outdated: new Set(outdated) }, values)
    const texts = await deps.texts.offer(funnel, values)
    return c.html(amendPage({ funnel, values, fixed, version, renewed, texts, issues: [] }))
  })

  routes.post(`${statusPath}/aendern`, async (c) => {
    const found = await opened(c)
    const { values: given, fixed, outdated, version } = await readData(deps, found)
    const funnel = funnelOfOrder(found.order)
    const current = given as FieldValues
    if (!funnel || Object.keys(current).length === 0) return c.html(outcomePage({ code: 'gone' }), 409)
    const sent = (await readForm(c)).values
    const form = readEntries(funnel, current, sent)
    const amendment = { version: Number(sent['version']), form, texts: readTexts(sent) }
    const outcome = await amendOrder(deps, found, amendment, times())
    if (outcome.code !== 'invalid') return c.html(outcomePage(outcome), statusOf(outcome))
    const amended = { current, outdated: new Set(outdated) }
    const { values, renewed } = checkAmendment(funnel, amended, form, berlinDate(deps.now()))
    const texts = await deps.texts.offer(funnel, values)
    return c.html(amendPage({ funnel, values, fixed, renewed, texts, version, issues: outcome.issues }), 422)
  })

  routes.post(`${statusPath}/e-mail`, async (c) => {
    const { email } = (await readForm(c)).values
    const outcome = await changeEmail(deps, await opened(c), text(email), times())
    return c.html(outcomePage(outcome), statusOf(outcome))
  })

  routes.post(`${statusPath}/nachweis/:field`, uploadLimit, async (c) => {
    const found = await opened(c)
    const field = c.req.param('field')
    const { values, version, runId } = await readData(deps, found)
    const query = new URLSearchParams({ runId, field }).toString()
    const headers = new Headers({ 'x-status-access': accessOf(c) ?? '' })
    for (const name of ['content-type', 'content-length', 'x-forwarded-for'])
      if (c.req.header(name) !== undefined) headers.set(name, c.req.header(name)!)
    const url = new URL(`/api/uploads?${query}`, c.req.url)
    const body = await c.req.arrayBuffer()
    const stored = await send(new Request(url, { method: 'POST', headers, body }), c.env)
    if (stored.status !== 201) return c.html(messagePage('Datei nicht angenommen', fileRefused), 422)
    const { id } = (await stored.json()) as { id: string }
    const ids = [...((values[field] as string[] | undefined) ?? []), id]
    const form = { ...values, [field]: ids }
    const outcome = await amendOrder(deps, found, { version, form, isCorrection: true }, times())
    return c.html(outcomePage(outcome), statusOf(outcome))
  })

  routes.get(`${statusPath}/widerruf`, async (c) => {
    const state = await stateOf(await opened(c))
    return state.can.withdraw ? c.html(withdrawalPage(state)) : c.html(notWithdrawn, 409)
  })

  routes.post(`${statusPath}/widerruf`, async (c) => {
    const found = await opened(c)
    const state = await stateOf(found)
    if (!state.can.withdraw || !(await withdrawOrder(deps, found, deps.now())))
      return c.html(notWithdrawn, 409)
    const { withdrawalIsFinal } = state
    const outcome = withdrawalIsFinal ? '' : ` ${withdrawalText(withdrawalIsFinal)}`
    return c.html(messagePage('Widerruf eingegangen', withdrawn + outcome))
  })

  routes.post(`${statusPath}/widerspruch`, async (c) => {
    const { order } = await opened(c)
    const outcome = await deps.correspondence.acceptAnswer(order.id, 'objection')
    if (outcome.code !== 'changed') return c.html(messagePage('Das geht nicht mehr', refusalText(409)), 409)
    return c.html(messagePage('Auftrag bleibt bestehen', objected))
  })
  return routes
}

const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, 254) : '')

const withdrawn = 'Ihr Widerruf ist eingegangen. Die Eingangsbestätigung senden wir Ihnen per E-Mail.'
const objected = 'Sie haben dem Widerruf widersprochen. Ihr Auftrag bleibt bestehen.'
const uploadLimit = bodyLimit({
  maxSize: maxUploadBytes + 4096,
  onError: (c) => c.html(messagePage('Datei nicht angenommen', fileRefused), 413),
})
const notWithdrawn = messagePage(
  'Widerruf hier nicht möglich',
  'Dieser Auftrag lässt sich hier nicht widerrufen: Die Widerrufsfrist ist vorbei, oder er ist schon widerrufen oder beendet. Sehen Sie das anders, schreiben Sie uns bitte.',
)
const fileRefused =
  'Wir konnten die Datei nicht annehmen. Erlaubt sind Bilder und PDF ohne Kennwort mit höchstens 10 MB und 10 Seiten, zwei je Nachweis.'

function outcomePage(outcome: AmendmentOutcome) {
  switch (outcome.code) {
    case 'changed':
      return messagePage('Änderungen gespeichert', 'Ihre Änderungen sind gespeichert.')
    case 'unchanged':
      return messagePage('Nichts geändert', 'Ihre Angaben sind so geblieben, wie sie waren.')
    case 'outdated':
      return messagePage(
        'Bitte noch einmal',
        'Der Auftrag wurde inzwischen geändert. Bitte wiederholen Sie es.',
      )
    case 'invalid':
      return messagePage(
        'Bitte prüfen Sie Ihre Angaben',
        outcome.issues.map(({ message }) => message).join(' '),
      )
    case 'too-many':
      return messagePage('Keine Änderung mehr möglich', amendedTooOften)
    case 'gone':
    case 'too-late':
      return messagePage('Keine Änderung mehr möglich', 'Der Auftrag lässt sich nicht mehr ändern.')
  }
}

function statusOf({ code }: AmendmentOutcome): 200 | 409 | 422 {
  if (code === 'changed' || code === 'unchanged') return 200
  return code === 'invalid' ? 422 : 409
}

function refusalText(status: number): string {
  if (status === 429) return 'Das waren zu viele Versuche. Bitte warten Sie bis zu einer Stunde.'
  if (status === 401) return 'Ihr Zugang ist abgelaufen. Bitte öffnen Sie den Auftrag noch einmal.'
  if (status === 403)
    return 'Diese Angaben passen zu keinem Auftrag. Aus Sicherheitsgründen sagen wir nicht, welche Angabe nicht stimmt.'
  if (status === 409)
    return 'Der Stand Ihres Auftrags hat sich geändert. Auf der Seite Ihres Auftrags sehen Sie, was jetzt möglich ist.'
  return 'Das ist gerade nicht möglich. Bitte versuchen Sie es in einem Moment erneut.'
}

const privatePage: MiddlewareHandler = async (c, next) => {
  await next()
  c.header('cache-control', 'no-store')
  c.header('x-robots-tag', 'noindex')
  c.header('referrer-policy', 'same-origin')
}
