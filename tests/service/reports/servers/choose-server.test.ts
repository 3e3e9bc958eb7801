import { Hono } from 'hono'
import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { StandbyParts } from '#db/ports/standbys.ts'
import { StatementTimeout, StoreUnavailable } from '#db/ports/store.ts'
import { handleErrors, Problem } from '#service/http/errors.ts'
import type { Report, ReportContext } from '#service/reports/define/report.ts'
import { createServerChoice } from '#service/reports/servers/choose-server.ts'
import { noon } from '#tests/build-events.ts'

const missing = new Problem({ status: 404, type: 'unknown-run', title: 'No such run' })

/** Opens a report, which fails on the standby with an error, and returns what answered. */
function open({ error, hasStandbys = true }: { error?: Error; hasStandbys?: boolean } = {}) {
  const standby = {} as StandbyParts
  const find = vi.fn((position: number) => Promise.resolve(position <= 5 ? standby : undefined))
  const live = vi.fn(() => Promise.resolve({ checkpoint: 5 }))
  const [answered, failed] = [vi.fn(), vi.fn()]
  const primary = { store: { projections: { live } }, now: () => noon } as unknown as ReportContext
  const respondFromServer = createServerChoice({
    standbys: hasStandbys ? { find, states: () => new Map() } : undefined,
    primary,
    contextOf: () => ({ ...primary }),
    onAnswer: answered,
    onFallback: failed,
  })
  const report = {
    contract: { path: 'moment', query: z.object(), shape: z.object() },
    saysPosition: false,
    respond: (c, { fallback }) =>
      fallback && error ? Promise.reject(error) : Promise.resolve(c.text(fallback ? 'standby' : 'primary')),
  } as Report
  const app = new Hono()
  app.onError(handleErrors(pino({ level: 'silent' })))
  app.get('/', (c) => respondFromServer(report, c, { seesAddresses: false }))
  return { get: (query = '') => app.request(`/${query}`), find, live, answered, failed }
}

test.each([
  ['does not have the record yet', missing, 'primary', 0],
  ['cancels the query', new StoreUnavailable('40001'), 'fallback', 1],
  ['fails for another reason', new Error('XX000: could not open file'), 'fallback', 1],
])('the primary answers if the standby %s', async (_, error, server, logged) => {
  const { get, answered, failed } = open({ error })
  expect(await (await get()).text()).toBe('primary')
  expect(answered.mock.calls).toEqual([[server]])
  expect(failed).toHaveBeenCalledTimes(logged)
})

test.each([
  ['is wrong', new Problem({ status: 400, type: 'bad', title: 'Bad' }), 400],
  ['takes too long', new StatementTimeout('57014'), 503],
])('the primary does not answer again a request that %s', async (_, error, status) => {
  const { get, answered, failed } = open({ error })
  expect((await get()).status).toBe(status)
  expect([answered, failed].flatMap(({ mock }) => mock.calls)).toEqual([])
})

test.each([
  ['?asOf=5', 'standby'],
  ['?asOf=6', 'primary'],
  ['?position=6', 'primary'],
  ['?asOf=2026-11-20T10:59', 'standby'],
  ['?asOf=2026-11-20T11:00', 'primary'],
])('a server that has it answers %s', async (query, server) => {
  expect(await (await open().get(query)).text()).toBe(server)
})

test('without standbys, no query is added for the position', async () => {
  const { get, live } = open({ hasStandbys: false })
  const response = await get()
  expect([response.headers.get('x-as-of-position'), live.mock.calls.length]).toEqual([null, 0])
  const withStandbys = await open().get()
  expect(withStandbys.headers.get('x-as-of-position')).toBe('5')
})
