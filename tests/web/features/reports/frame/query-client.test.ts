import { afterEach, expect, test } from 'vitest'
import { ReportError } from '#web/features/reports/data/get-report.ts'
import { queryClient } from '#web/features/reports/frame/query-client.ts'
import { sessionKey } from '#web/features/reports/frame/session.ts'

afterEach(() => queryClient.clear())

/** Requests a report that the service refuses; returns what is known about the session then. */
async function afterRefusal(error: ReportError) {
  queryClient.setQueryData(sessionKey, { authenticated: true })
  const queryFn = async () => {
    throw error
  }
  await expect(queryClient.fetchQuery({ queryKey: ['report'], queryFn, retry: false })).rejects.toBe(error)
  const { data, isInvalidated } = queryClient.getQueryState(sessionKey)!
  return { data, isInvalidated }
}

test('a report that a shared link does not open makes the session be read again', async () => {
  const known = { authenticated: true }
  const refused = await afterRefusal(new ReportError(403, { type: 'not-shared' }))
  expect(refused).toEqual({ data: known, isInvalidated: true })
  expect(await afterRefusal(new ReportError(403, { type: 'wrong-role' }))).toEqual({
    data: known,
    isInvalidated: false,
  })
})

test('a report that needs a login ends the session', async () => {
  expect((await afterRefusal(new ReportError(401))).data).toEqual({ authenticated: false, hasEnded: true })
})
