import { randomUUID } from 'node:crypto'
import { expect, onTestFinished } from 'vitest'
import { openPostgresStore } from '#db/postgres/open.ts'
import type { Store } from '#db/ports/store.ts'
import { funnelByType } from '#domain/funnels/index.ts'
import {
  type ReplayResult,
  rejectionsContract,
  replayResultSchema,
} from '#domain/reports/rejections/shape.ts'
import { iso, noon, type wireEvent } from '#tests/build-events.ts'
import { postgresDatabases } from '#tests/postgres/databases.ts'
import { testToken } from '#tests/service/harness.ts'
import { openReports, run } from '#tests/service/reports/open-reports.ts'

/** Fields that only pages of an earlier release send: one was dropped, the other was renamed. */
export const [dropped, renamed] = ['adresszusatz', 'mailadresse']
export const today = '2026-11-20'

export function engines() {
  const databases = postgresDatabases('file')
  return [
    { engine: 'SQLite', open: async () => undefined },
    {
      engine: 'PostgreSQL',
      async open() {
        const url = await databases.url()
        return (piiKey: Uint8Array): Promise<Store> => openPostgresStore({ url, piiKey, supervise: false })
      },
    },
  ]
}

const group = (fields: readonly string[] = [dropped]) => ({
  from: '2026-11-01',
  to: '2026-11-30',
  funnel: 'anmeldung',
  fields,
})

export type Replays = Awaited<ReturnType<typeof openReplays>>

/** Opens the service with funnels that do not accept the earlier fields until `mend` is called. */
export async function openReplays(
  openStore: ((piiKey: Uint8Array) => Promise<Store>) | undefined,
  mended = false,
) {
  const state = { mended }
  const reports = await openReports({
    ...(openStore && { openStore }),
    funnelOf: (type) => {
      const funnel = funnelByType(type)
      return funnel && state.mended
        ? { ...funnel, earlierFields: { [dropped]: 'dropped', [renamed]: { replacedBy: 'email' } } }
        : funnel
    },
  })
  const { service } = reports
  onTestFinished(() => service.close())

  /** Sends one request to the service. Rejected events are stored when this resolves. */
  async function send(at: number, ...events: ReturnType<typeof wireEvent>[]) {
    service.clock.set(at)
    const context = {
      sessionId: randomUUID(),
      sessionStartedAt: iso(at),
      device: 'mobile',
      consent: 'marketing',
    }
    const { body } = await service.post(
      { sentAt: iso(at), context, events },
      { 'user-agent': 'Mozilla/5.0 Chrome/140.0' },
    )
    await service.ingest.flush()
    return body.results
  }

  const post = (body: unknown, headers: Record<string, string> = { authorization: `Bearer ${testToken}` }) =>
    service.app.request('/api/reports/rejections/replay', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })

  /** Replays a group until nothing is left, and adds up the results. */
  async function replay(fields?: readonly string[]): Promise<Omit<ReplayResult, 'next'>> {
    const sum: Omit<ReplayResult, 'next'> = { replayed: 0, duplicates: 0, obstructed: [] }
    let after: string | undefined
    for (;;) {
      const response = await post({ ...group(fields), ...(after && { after }) })
      expect(response.status, await response.clone().text()).toBe(200)
      const result = replayResultSchema.parse(await response.json())
      sum.replayed += result.replayed
      sum.duplicates += result.duplicates
      sum.obstructed.push(...result.obstructed)
      if (result.next === null) return sum
      after = result.next
    }
  }

  async function listed() {
    const response = await reports.get('rejections?from=2026-11-01&to=2026-11-30')
    expect(response.status, await response.clone().text()).toBe(200)
    return rejectionsContract.shape.parse(await response.json()).groups
  }

  return {
    ...reports,
    store: service.store,
    sendAt: send,
    post,
    group,
    replay,
    listed,
    mend: () => void (state.mended = true),
  }
}

/** Returns a started run that has sent a step with the dropped field, which was rejected. */
export async function rejectedStep(replays: Replays, at = noon) {
  const one = run()
  const step = one('step', at + 60_000, {
    form: { vorname: 'Łucja', wohnungsart: 'obige', [dropped]: 'Hinterhaus' },
  })
  await replays.sendAt(at, one('start', at))
  expect(await replays.sendAt(at + 60_000, step)).toMatchObject([{ status: 'rejected' }])
  return { one, step, runId: step.runId }
}
