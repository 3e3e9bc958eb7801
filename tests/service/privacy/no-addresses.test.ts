import { expect, test } from 'vitest'
import { envelope, wireEvent } from '#tests/build-events.ts'
import { rawBytes } from '#tests/db/sqlite/people/raw-bytes.ts'
import { openPeople } from './open-people.ts'

const address = '203.0.113.77'

test('the address of a client is neither logged nor stored', async () => {
  const people = await openPeople({ settings: { trustProxy: 1, rateLimit: true } })
  const headers = { 'x-forwarded-for': address }
  const { status } = await people.post(envelope([wireEvent('start')]), headers)
  expect(status).toBe(200)
  // The limit of attempts counts by address, so the service has read it.
  const guess = () => people.app.request('/api/iban/DE02120300000000202051', { headers })
  const statuses = new Set<number>()
  for (let count = 0; count < 200 && !statuses.has(429); count += 1) statuses.add((await guess()).status)
  expect(statuses).toContain(429)
  expect((await people.app.request('/api/iban/DE02120300000000202051')).status).toBe(200)
  await people.project()
  expect(people.lines.length).toBeGreaterThan(0)
  expect(people.lines.join('\n')).not.toContain(address)
  expect(rawBytes(people.file).includes(address)).toBe(false)
})
