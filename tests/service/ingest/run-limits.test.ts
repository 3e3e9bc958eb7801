import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anmeldungForm, envelope, wireEvent } from '#tests/build-events.ts'
import { type TestService, openTestService } from '#tests/service/harness.ts'

let service: TestService
beforeAll(async () => {
  service = await openTestService()
})
afterAll(() => service.close())

async function fill(runId: string): Promise<void> {
  for (let request = 0; request < 10; request += 1) {
    const events = Array.from({ length: 50 }, (_, index) =>
      wireEvent('step', {
        runId,
        data: { seconds: index },
        form: { vorname: `Ada ${request} ${index}`.replaceAll(/\d/g, letter) },
      }),
    )
    const { body } = await service.post(envelope(events))
    expect(body.results.filter(({ status }) => status === 'stored')).toHaveLength(50)
  }
}

/** Returns a letter for a digit, because first names must not contain digits. */
const letter = (digit: string) => 'abcdefghij'[Number(digit)]!

test('a full run rejects events with run-too-long, keeps its duplicates and accepts its order', async () => {
  const runId = randomUUID()
  const start = wireEvent('start', { runId })
  const first = await service.post(envelope([start]))
  const before = await service.store.log.head()
  await service.post(envelope(Array.from({ length: 50 }, () => wireEvent('step'))))
  await fill(randomUUID())

  const full = randomUUID()
  await fill(full)
  const refused = await service.post(envelope([wireEvent('invalid', { runId: full })]))
  expect(refused.status).toBe(422)
  expect(refused.body.results).toEqual([
    {
      id: expect.any(String) as string,
      status: 'rejected',
      issues: [{ path: '', code: 'run-too-long', message: expect.stringMatching(/500 events/) as string }],
    },
  ])
  const complete = wireEvent('complete', { runId: full, form: anmeldungForm })
  const ordered = await service.post(envelope([complete, wireEvent('email', { runId: full })]))
  expect(ordered.body.results).toMatchObject([
    { status: 'stored', order: { number: expect.stringMatching(/^FL-/) as string } },
    { status: 'rejected', issues: [{ code: 'run-too-long' }] },
  ])
  expect(ordered.body.results[0]).not.toHaveProperty('bytes')
  const again = await service.post(envelope([start]))
  expect(again.body.results).toMatchObject([{ ...first.body.results[0], status: 'duplicate' }])
  expect(before).toBeGreaterThan(0)
})
