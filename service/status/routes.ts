import { type Context, Hono } from 'hono'
import type { z } from 'zod'
import type { DocumentStore } from '#db/ports/document-store.ts'
import type { Store } from '#db/ports/store.ts'
import {
  type AccessResponse,
  amendSchema,
  changeEmailSchema,
  customerDocuments,
  lookUpSchema,
  unlockSchema,
} from '#domain/orders/status-contract.ts'
import { maxAmendments } from '#domain/orders/amendment-limit.ts'
import { statusApi } from '#domain/site/status-paths.ts'
import type { RetentionPeriod } from '#domain/retention/period.ts'
import { isoTime } from '#domain/time/durations.ts'
import type { Correspondence } from '#service/correspondence/correspondence.ts'
import { Problem } from '#service/http/errors.ts'
import { readForm } from '#service/http/read-form.ts'
import { type RateLimitSettings, rateLimit } from '#service/http/rate-limit.ts'
import { type FoundOrder, findOwnOrder } from '#service/orders/find-order.ts'
import { type Amendment, type AmendmentOutcome, amendOrder, changeEmail } from './amend-order.ts'
import { type StatusTimes, describeOrder } from './describe-order.ts'
import * as described from './describe-status.ts'
import type { OfferedTexts } from '#service/texts/offered-texts.ts'
import type { OrderTokens } from './order-tokens.ts'
import { readData } from './read-data.ts'
import { pdfResponse, readDocument } from './read-document.ts'
import type { StatusLinks } from './status-links.ts'
import type { Access, Unlocking } from './unlock.ts'
import type { ConfirmedAt } from '#service/withdrawals/confirmed-at.ts'
import { withdrawOrder } from './withdraw-order.ts'

/** Links and tokens of the status page, and the time in ms in which customers can change their values. */
export interface StatusSettings {
  links: StatusLinks
  access: OrderTokens
  submitAfterMs: number
}

export interface StatusRouteDeps {
  store: Pick<Store, 'log' | 'vault' | 'people' | 'uploads'>
  documents: Pick<DocumentStore, 'list' | 'read'>
  correspondence: Pick<Correspondence, 'acceptAmendment' | 'acceptWithdrawal' | 'acceptAnswer'>
  texts: Pick<OfferedTexts, 'offer'>
  unlocking: Unlocking
  confirmedAt: ConfirmedAt
  submitAfterMs: number
  unpaid: RetentionPeriod
  now: () => number
  limits: RateLimitSettings
}

const requestsPerMinute = 120
const noStore = { 'cache-control': 'no-store' }

/**
 * Returns the API of the status page. The state of an order needs the token of its link; personal data, documents and
 * changes need the access that the postal code or the birth date opens. Both are in headers, so no log contains them.
 */
export function statusRoutes(deps: StatusRouteDeps) {
  const { unlocking, limits } = deps
  const routes = new Hono()
  routes.use(`${statusApi}/*`, rateLimit({ name: 'status', perMinute: requestsPerMinute }, limits))
  const timesNow = (): StatusTimes => ({
    unpaid: deps.unpaid,
    submitAfterMs: deps.submitAfterMs,
    now: deps.now(),
  })
  const opened = (c: Context) => unlocking.byAccess(c.req.header('x-status-access'))
  const stateOf = async (found: FoundOrder) => describeOrder(found, timesNow(), await deps.confirmedAt(found))
  const show = async (c: Context, found: FoundOrder) => c.json(await stateOf(found), 200, noStore)

  routes.get(statusApi, described.status, async (c) => {
    const token = c.req.header('x-status-token')
    return show(c, token === undefined ? await opened(c) : await unlocking.byLink(token))
  })

  routes.post(`${statusApi}/unlock`, described.unlock, async (c) => {
    const { proof } = await read(c, unlockSchema)
    return c.json(asResponse(await unlocking.unlock(c, c.req.header('x-status-token'), proof)), 200, noStore)
  })

  routes.post(`${statusApi}/lookup`, described.lookUp, async (c) => {
    return c.json(asResponse(await unlocking.lookUp(c, await read(c, lookUpSchema))), 200, noStore)
  })

  routes.get(`${statusApi}/data`, described.data, async (c) => {
    return c.json(await readData(deps, await opened(c)), 200, noStore)
  })

  routes.get(`${statusApi}/documents/:kind`, described.document, async (c) => {
    const kind = customerDocuments.find((one) => one === c.req.param('kind'))
    const file = kind && (await readDocument(deps, await opened(c), kind))
    if (!file) throw unknownDocument()
    return pdfResponse(file)
  })

  routes.get('/api/orders/:id/documents/:kind', described.ownDocument, async (c) => {
    const { id, kind: wanted } = c.req.param()
    const kind = customerDocuments.find((one) => one === wanted)
    const found = await findOwnOrder(deps.store.log, id, c.req.header('x-run-secret'))
    const file = found && kind && (await readDocument(deps, found, kind))
    if (!file) throw unknownDocument()
    return pdfResponse(file)
  })

  routes.post(`${statusApi}/amend`, described.amend, async (c) => {
    const amendment: Amendment = await read(c, amendSchema)
    refuseFailed(await amendOrder(deps, await opened(c), amendment, timesNow()))
    return show(c, await opened(c))
  })

  routes.post(`${statusApi}/email`, described.changeEmail, async (c) => {
    const { email } = await read(c, changeEmailSchema)
    refuseFailed(await changeEmail(deps, await opened(c), email, timesNow()))
    return show(c, await opened(c))
  })

  routes.post(`${statusApi}/withdraw`, described.withdraw, async (c) => {
    const found = await opened(c)
    if (!(await stateOf(found)).can.withdraw || !(await withdrawOrder(deps, found, deps.now())))
      throw tooLate()
    return c.body(null, 202, noStore)
  })

  routes.post(`${statusApi}/object`, described.object, async (c) => {
    const { order } = await opened(c)
    const outcome = await deps.correspondence.acceptAnswer(order.id, 'objection')
    if (outcome.code !== 'changed') throw tooLate()
    return show(c, await opened(c))
  })
  return routes
}

async function read<Schema extends z.ZodType>(c: Context, schema: Schema): Promise<z.output<Schema>> {
  const parsed = schema.safeParse((await readForm(c)).values)
  if (parsed.success) return parsed.data
  throw malformed(parsed.error.issues.map(({ path }) => path.join('.')))
}

function asResponse({ token, expiresAt }: Access): AccessResponse {
  return { access: token, expiresAt: isoTime(expiresAt) }
}

/** Throws the problem for an amendment that was not stored. */
function refuseFailed(outcome: AmendmentOutcome): void {
  switch (outcome.code) {
    case 'changed':
    case 'unchanged':
      return
    case 'invalid':
      throw new Problem({
        status: 422,
        type: 'invalid-amendment',
        title: 'At least one value is invalid',
        extensions: {
          issues: outcome.issues.map(({ field, rule, message, sha256 }) => ({
            field,
            rule,
            message,
            sha256,
          })),
        },
      })
    case 'outdated':
      throw new Problem({
        status: 409,
        type: 'outdated',
        title: 'The order was amended meanwhile',
        detail: 'Load the data again and repeat the change.',
      })
    case 'too-many':
      throw new Problem({
        status: 409,
        type: 'too-many-amendments',
        title: 'The order was amended too often',
        detail: `An order can be amended at most ${maxAmendments} times.`,
      })
    case 'gone':
    case 'too-late':
      throw tooLate()
  }
}

export function tooLate(): Problem {
  return new Problem({
    status: 409,
    type: 'too-late',
    title: 'The order can no longer be changed',
    detail: 'The letter is being sent, or the order is withdrawn, expired or erased.',
  })
}

function unknownDocument(): Problem {
  return new Problem({ status: 404, type: 'unknown-document', title: 'There is no such document' })
}

function malformed(paths: readonly string[]): Problem {
  return new Problem({
    status: 422,
    type: 'malformed-request',
    title: 'The request has a wrong shape',
    detail: `Wrong or missing: ${paths.join(', ')}.`,
  })
}
