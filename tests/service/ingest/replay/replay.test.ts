import { describe, expect, test } from 'vitest'
import { excludeRun } from '#service/projections/exclude-run.ts'
import { eraseRuns } from '#service/privacy/erase-runs.ts'
import { keptLimits } from '#domain/log/decide-kept.ts'
import { qualityContract } from '#domain/reports/quality/shape.ts'
import { runContract } from '#domain/reports/run/shape.ts'
import { anmeldungForm, iso, noon } from '#tests/build-events.ts'
import { run, second } from '#tests/service/reports/open-reports.ts'
import { retentionPass } from '#tests/service/privacy/retention-pass.ts'
import { dropped, engines, openReplays, rejectedStep, renamed, today } from './open-replays.ts'

const day = 24 * 3600 * second

describe.each(engines())('rejected events on $engine', ({ open }) => {
  test('are replayed after the funnel was mended, on their own day and with their values', async () => {
    const replays = await openReplays(await open())
    const { step, runId } = await rejectedStep(replays)
    expect(await replays.listed()).toMatchObject([
      { fields: [dropped], rejected: 1, replayable: 0, obstructed: [{ reason: 'not-mended', count: 1 }] },
    ])
    expect((await replays.post(replays.group())).status).toBe(409)

    replays.mend()
    const replayedAt = noon + 3 * day
    replays.service.clock.set(replayedAt)
    expect(await replays.listed()).toMatchObject([
      { rejected: 1, replayable: 1, replayed: 0, obstructed: [] },
    ])
    expect(await replays.replay()).toEqual({ replayed: 1, duplicates: 0, obstructed: [] })

    const stored = await replays.store.log.find({ id: step.id })
    expect(stored).toMatchObject({
      type: 'step',
      step: 1,
      runId,
      occurredAt: noon + 60_000,
      at: noon + 60_000,
      receivedAt: replayedAt,
      facts: { wohnungsart: 'obige' },
      meta: { device: 'mobile', browser: 'Chrome', replayed: { receivedAt: noon + 60_000 } },
    })
    expect(await replays.store.vault.readAt(runId, stored!.position)).toMatchObject({
      personal: { form: { vorname: 'Łucja' } },
    })
    const shown = runContract.shape.parse(await (await replays.get(`runs/${runId}`)).json())
    expect(shown.events.at(-1)).toMatchObject({ receivedAt: iso(noon + 60_000), replayedAt: iso(replayedAt) })
    expect((await replays.dropOff(today)).stages[1]).toMatchObject({ runs: 1 })
    expect(await replays.listed()).toMatchObject([{ rejected: 0, replayable: 0, replayed: 1 }])
    // A late retry of the client is a duplicate.
    expect(await replays.sendAt(replayedAt, step)).toMatchObject([
      { status: 'duplicate', position: stored!.position },
    ])
  })

  test('move from rejected to stored on the day of their receipt, and no event counts as received twice', async () => {
    const replays = await openReplays(await open())
    await rejectedStep(replays)
    const read = async () => {
      const response = await replays.get(`quality?from=${today}&to=2026-11-24`)
      return qualityContract.shape.parse(await response.json())
    }
    expect((await read()).days[0]).toMatchObject({ received: 2, stored: 1, rejected: 1, replayed: 0 })
    replays.mend()
    replays.service.clock.set(noon + 3 * day)
    await replays.replay()
    const { days, rejections } = await read()
    expect(days[0]).toMatchObject({ received: 2, stored: 2, rejected: 0, replayed: 1, counted: 2 })
    expect(days[3]).toMatchObject({ received: 0, stored: 0, rejected: 0, replayed: 0 })
    expect(rejections).toEqual([])
  })

  test('are stored once when several people replay them at once', async () => {
    const replays = await openReplays(await open())
    await rejectedStep(replays)
    replays.mend()
    const responses = await Promise.all([1, 2, 3, 4].map(async () => replays.post(replays.group())))
    const results = (await Promise.all(responses.map((one) => one.json()))) as { replayed: number }[]
    expect(results.reduce((sum, { replayed }) => sum + replayed, 0)).toBe(1)
    const { counters, head } = replays.store.log
    expect(await head()).toBe(2)
    const counted = Object.fromEntries((await counters(today, today)).map(({ name, count }) => [name, count]))
    expect(counted).toMatchObject({ received: 2, stored: 2, replayed: 1, rejected: 0 })
  })

  test('are duplicates if they repeat each other within 30 s of their receipt, and only then', async () => {
    const replays = await openReplays(await open())
    const one = run()
    await replays.sendAt(noon, one('start', noon))
    const form = { vorname: 'Ali', [dropped]: 'Hinterhaus' }
    for (const after of [1, 2, 60]) await replays.sendAt(noon + after * second, one('step', noon, { form }))
    replays.mend()
    replays.service.clock.set(noon + day)
    expect(await replays.replay()).toEqual({ replayed: 2, duplicates: 1, obstructed: [] })
    expect(await replays.listed()).toMatchObject([{ replayed: 2, duplicates: 1, rejected: 0 }])
  })

  test('take the present name of a renamed field', async () => {
    const replays = await openReplays(await open())
    const one = run()
    await replays.sendAt(noon, one('start', noon))
    const invalid = { fields: [{ field: renamed, rule: 'format' }] }
    await replays.sendAt(noon, one('invalid', noon, { step: 3, data: invalid }))
    await replays.sendAt(noon, one('abandon', noon, { step: 3, form: { [renamed]: anmeldungForm.email } }))
    replays.mend()
    expect(await replays.replay([renamed])).toMatchObject({ replayed: 2 })
    const { runId } = one('start', noon)
    const events = await replays.store.log.readRun(runId)
    expect(events.map(({ type }) => type).toSorted()).toEqual(['abandon', 'invalid', 'start'])
    expect(events.find(({ type }) => type === 'invalid')).toMatchObject({
      data: { fields: [{ field: 'email', rule: 'format' }] },
    })
    expect(await replays.store.vault.read(runId)).toMatchObject([
      { personal: { form: { email: anmeldungForm.email } } },
    ])
    expect(await replays.store.people.findRuns(anmeldungForm.email)).toMatchObject([{ runId }])
    // From now on such events are accepted at once.
    expect(
      await replays.sendAt(noon + day, one('step', noon + day, { form: { [dropped]: 'x' } })),
    ).toMatchObject([{ status: 'stored' }])
  })

  test('of orders and of runs without events are never replayed', async () => {
    const replays = await openReplays(await open())
    const [one, other] = [run(), run()]
    await replays.sendAt(noon, one('start', noon))
    await replays.sendAt(noon, one('complete', noon, { form: { ...anmeldungForm, [dropped]: 'x' } }))
    await replays.sendAt(noon, other('step', noon, { form: { [dropped]: 'x' } }))
    replays.mend()
    expect(await replays.listed()).toMatchObject([
      {
        rejected: 2,
        replayable: 0,
        obstructed: [
          { reason: 'order', count: 1 },
          { reason: 'unknown-run', count: 1 },
        ],
      },
    ])
    expect(await replays.replay()).toEqual({ replayed: 0, duplicates: 0, obstructed: [] })
    expect(await replays.store.log.head()).toBe(1)
  })

  test('lose their values with an erasure, and those of excluded runs are refused', async () => {
    const replays = await openReplays(await open())
    const [erased, excluded] = [await rejectedStep(replays), await rejectedStep(replays, noon + 1)]
    const { store } = replays
    expect(await store.rejections.ofRun(erased.runId)).toMatchObject([
      { values: expect.stringContaining('Łucja') },
    ])
    await eraseRuns(store, [{ at: noon + day, runIds: [erased.runId] }], noon + day)
    expect(await store.rejections.ofRun(erased.runId)).toEqual([])
    await replays.get('live')
    await excludeRun(store, { runId: excluded.runId, at: noon, by: 'operator', reason: '' })
    replays.mend()
    expect(await replays.replay()).toEqual({
      replayed: 0,
      duplicates: 0,
      obstructed: [{ reason: 'excluded-run', count: 1 }],
    })
    expect(await replays.listed()).toMatchObject([
      { rejected: 2, replayable: 1, obstructed: [{ reason: 'removed', count: 1 }] },
    ])
  })

  test('lose the values of their replay with those of the run, but not before', async () => {
    const replays = await openReplays(await open())
    const { runId } = await rejectedStep(replays)
    const { store } = replays
    replays.mend()
    replays.service.clock.set(noon + 3 * day)
    expect(await replays.replay()).toMatchObject({ replayed: 1 })
    const kept = () => store.vault.readPage(runId, 0)
    expect(await kept()).toHaveLength(1)

    // Counted from the start of the run, because replayed events do not count.
    const expiresAt = noon + 30 * day
    await retentionPass(store, expiresAt - 1)
    expect(await kept()).toHaveLength(1)
    await retentionPass(store, expiresAt)
    expect(await kept()).toEqual([])
    expect(await replays.listed()).toMatchObject([{ rejected: 0, replayed: 1 }])
  })

  test('keep their content within limits, per event and per run', async () => {
    const replays = await openReplays(await open())
    const one = run()
    await replays.sendAt(noon, one('start', noon))
    await replays.sendAt(noon, one('step', noon, { form: { [dropped]: 'x'.repeat(keptLimits.bytes) } }))
    const many = Array.from({ length: 50 }, (_, index) =>
      one('step', noon, { form: { vorname: `Ali ${index}`, [dropped]: 'x' } }),
    )
    await replays.sendAt(noon, ...many)
    await replays.sendAt(noon, one('step', noon, { form: { [dropped]: 'letzte' } }))
    replays.mend()
    expect(await replays.listed()).toMatchObject([
      {
        rejected: 52,
        replayable: 50,
        obstructed: [
          { reason: 'run-limit', count: 1 },
          { reason: 'too-large', count: 1 },
        ],
      },
    ])
    expect(await replays.replay()).toMatchObject({ replayed: 50, obstructed: [] })
  })

  test('expire after 30 days, with the data key that only they needed', async () => {
    const replays = await openReplays(await open())
    const { runId } = await rejectedStep(replays)
    const { store } = replays
    const keys = async () =>
      (await store.copy.export('data_keys', undefined, 10)).filter(([owner]) => owner === runId)
    expect(await keys()).toHaveLength(1)
    expect(await store.retention.expireRejected(noon + 30 * day, 10)).toBe(1)
    expect(await keys()).toEqual([])
  })
})

test('only readers of the reports can replay, and only well-formed requests are read', async () => {
  const replays = await openReplays(undefined, true)
  expect((await replays.post(replays.group(), {})).status).toBe(401)
  for (const wrong of [
    '{',
    [],
    { ...replays.group(), fields: [] },
    { ...replays.group(), fields: ["x'; --"] },
    { ...replays.group(), fields: Array.from({ length: 11 }, (_, index) => `x${index}`) },
    { ...replays.group(), funnel: 'nichts' },
    { ...replays.group(), after: 'x' },
    { ...replays.group(), from: '2026-12-01' },
    { ...replays.group(), limit: 9 },
  ])
    expect((await replays.post(wrong)).status, JSON.stringify(wrong)).toBe(400)
  expect((await replays.post(' '.repeat(5000))).status).toBe(413)
})
