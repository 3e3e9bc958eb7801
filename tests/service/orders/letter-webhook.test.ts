import { createHmac, randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { pino } from 'pino'
import { beforeEach, describe, expect, test } from 'vitest'
import { createSingleProcess } from '#db/limits/single-process.ts'
import type { LetterReport } from '#domain/orders/letter-report.ts'
import { handleErrors } from '#service/http/errors.ts'
import { type RecordedReport, letterRoutes } from '#service/orders/letter-routes.ts'

const now = Date.UTC(2026, 10, 22, 12)
const organisation = '7b1d7f4e-0a9f-4f0e-9a9b-1f5f3a2d4c10'
const [secret, oldSecret] = ['current-signing-key', 'former-signing-key']
const id = 'c0a8012e-5b1f-4c55-8f4e-2f7d5f1d9a01'
const day = 24 * 3_600_000

let reports: LetterReport[]
let recorded: RecordedReport
let refused: number
let app: Hono
beforeEach(() => {
  reports = []
  recorded = 'changed'
  refused = 0
  const log = pino({ level: 'silent' })
  const limits = { enabled: true, hops: 0, count: createSingleProcess().count }
  const record = async (report: LetterReport) => {
    reports.push(report)
    return recorded
  }
  const countRefused = () => void (refused += 1)
  const secrets = [secret, oldSecret]
  app = new Hono()
  app.onError(handleErrors(log))
  app.route('/', letterRoutes({ secrets, organisation, record, now: () => now, log, limits, countRefused }))
})

interface Change {
  type?: string
  status?: string
  code?: string
  at?: number
  organisation?: string
  deliverableOnly?: boolean
  kind?: string
  fileName?: string | null
}

/** Returns a webhook in the form that Pingen documents. */
function webhook(change: Change = {}) {
  const { type = 'webhook_sent', status = 'sent', code = 'transferred_to_distributor', at = now } = change
  const letter = { data: { type: change.kind ?? 'letters', id: 'pingen-letter-1' } }
  const event = { type: 'deliverables_events', id: 'event-1' }
  const fileName = change.fileName === undefined ? `formlotse-${id}.pdf` : change.fileName
  return {
    data: {
      type,
      id: randomUUID(),
      attributes: {
        url: 'https://formlotse.example/api/letters/webhook',
        reason: 'Max Muster, Musterweg 1',
        created_at: new Date(at).toISOString().replace(/\.\d+Z$/, '+0000'),
      },
      relationships: {
        organisation: { data: { type: 'organisations', id: change.organisation ?? organisation } },
        deliverable: letter,
        event: { data: event },
        ...(!change.deliverableOnly && { letter }),
      },
    },
    included: [
      { type: 'organisations', id: organisation, attributes: { name: 'Formlotse', status: 'active' } },
      {
        ...letter.data,
        attributes: { status, file_original_name: fileName, address: 'Max Muster\nMusterweg 1' },
      },
      { ...event, attributes: { code, producer: 'Printcenter' } },
    ],
  }
}

const sign = (body: string, key = secret) => createHmac('sha256', key).update(body).digest('hex')

async function send(content: unknown, signature?: string) {
  const body = typeof content === 'string' ? content : JSON.stringify(content)
  const headers = { signature: signature ?? sign(body), 'content-type': 'application/vnd.api+json' }
  return app.request('/api/letters/webhook', { method: 'POST', headers, body })
}

test.each([
  ['webhook_sent', 'sent', 'transferred_to_distributor', { code: 'sent' }],
  ['webhook_delivered', 'delivered', 'delivered', { code: 'sent' }],
  ['webhook_undeliverable', 'undeliverable', 'undeliverable', { code: 'failed', reason: 'undeliverable' }],
  [
    'webhook_issues',
    'unprintable',
    'rejected_from_printcenter',
    { code: 'failed', reason: 'rejected_from_printcenter' },
  ],
  [
    'webhook_issues',
    'awaiting_credits',
    'insufficient_credits',
    { code: 'attention', reason: 'insufficient_credits' },
  ],
  ['webhook_issues', 'unprintable', 'Max Muster', { code: 'failed', reason: 'issue' }],
])('%s with the status %s and the code %s is reported', async (type, status, code, news) => {
  const response = await send(webhook({ type, status, code }))
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({ result: 'changed' })
  expect(reports).toEqual([{ letterId: 'pingen-letter-1', id, at: now, news }])
})

test('a letter that is only named as deliverable is reported', async () => {
  await send(webhook({ deliverableOnly: true }))
  expect(reports).toMatchObject([{ letterId: 'pingen-letter-1', id }])
})

test.each([null, 'other.pdf', 'formlotse-x.pdf'])(
  'the file name %s names no letter of this service',
  async (fileName) => {
    await send(webhook({ fileName }))
    expect(reports).toMatchObject([{ letterId: 'pingen-letter-1', id: undefined }])
  },
)

test('a report contains no personal data', async () => {
  await send(webhook({ type: 'webhook_undeliverable' }))
  expect(JSON.stringify(reports)).not.toContain('Muster')
})

test('a webhook signed with the former key is accepted', async () => {
  const body = JSON.stringify(webhook())
  expect((await send(body, sign(body, oldSecret))).status).toBe(200)
})

test('the same webhook twice is recorded twice, so that the order decides', async () => {
  const content = webhook()
  await send(content)
  recorded = 'unchanged'
  const response = await send(content)
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({ result: 'unchanged' })
  expect(reports).toHaveLength(2)
})

describe('a webhook without a valid signature is refused', () => {
  const body = JSON.stringify(webhook())
  test.each([
    ['none', ''],
    ['with another key', sign(body, 'some-other-signing-key')],
    ['of another body', sign(`${body} `)],
    ['in upper case', sign(body).toUpperCase()],
    ['too short', sign(body).slice(0, 62)],
    ['in base64', createHmac('sha256', secret).update(body).digest('base64')],
  ])('%s', async (_, signature) => {
    expect((await send(body, signature)).status).toBe(401)
    expect(reports).toEqual([])
    expect(refused).toBe(1)
  })

  test('too many of them get a 429, and genuine ones are still accepted', async () => {
    const statuses: number[] = []
    for (let count = 0; count < 70; count += 1) statuses.push((await send(body, 'forged')).status)
    expect(statuses.at(0)).toBe(401)
    expect(statuses.at(-1)).toBe(429)
    expect((await send(body)).status).toBe(200)
  })
})

describe('the time of a report', () => {
  test.each([
    ['seven days old', now - 7 * day, 200],
    ['more than seven days old', now - 7 * day - 1000, 400],
    ['ten minutes ahead', now + 600_000, 200],
    ['further ahead', now + 601_000, 400],
  ])('%s', async (_, at, status) => {
    expect((await send(webhook({ at }))).status).toBe(status)
    expect(reports).toHaveLength(status === 200 ? 1 : 0)
  })
})

describe('a report that is not about a letter of this service is ignored', () => {
  test.each<[string, Change]>([
    ['another organisation', { organisation: randomUUID() }],
    ['an e-mail of Pingen', { kind: 'emails' }],
    ['an unknown type', { type: 'webhook_new' }],
  ])('%s', async (_, change) => {
    const response = await send(webhook(change))
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ result: 'ignored' })
    expect(reports).toEqual([])
  })

  test('an unknown letter', async () => {
    recorded = 'unknown-letter'
    expect(await (await send(webhook())).json()).toEqual({ result: 'ignored' })
  })
})

test('a report before the hand-over is recorded is to be repeated', async () => {
  recorded = 'not-submitted'
  const response = await send(webhook())
  expect(response.status).toBe(503)
  expect(response.headers.get('retry-after')).toBe('2')
})

test.each(['', '[]', '{"data":{}}', 'x'])('the signed body %j is malformed', async (body) => {
  expect((await send(body)).status).toBe(400)
})

test('a body of more than 64 KB is refused', async () => {
  expect((await send(' '.repeat(65 * 1024))).status).toBe(413)
  expect(reports).toEqual([])
})
