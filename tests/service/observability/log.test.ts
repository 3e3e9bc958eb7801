import { Hono } from 'hono'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { logRequests } from '#service/observability/log.ts'

test('a request is logged with the pattern of its route, never with its path', async () => {
  const lines: { route: string; status: number }[] = []
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const app = new Hono()
  const counted: number[] = []
  app.use(logRequests(log, { countResponse: (status) => void counted.push(status) }))
  app.get('/api/iban/:iban', (c) => c.text('a bank'))
  app.get('/*', async (_, next) => next())
  await app.request('/api/iban/DE89370400440532013000?q=Müller')
  await app.request('/Ada%20Lovelace')
  expect(lines).toMatchObject([
    { route: '/api/iban/:iban', status: 200 },
    { route: '/*', status: 404 },
  ])
  expect(counted).toEqual([200, 404])
  expect(JSON.stringify(lines)).not.toMatch(/DE89|Müller|Lovelace/)
})
