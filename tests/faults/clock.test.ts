import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { envelope, iso, noon, wireEvent } from '#tests/build-events.ts'
import { openTestService } from '#tests/service/harness.ts'
import { type Database, engines } from '#tests/faults/support/engines.ts'
import { readWholeLog } from '#tests/faults/support/guarantees.ts'
import { temporaryFolder } from '#tests/faults/support/temporary-folder.ts'

const hour = 3600 * 1000
const second = 1000

/** A random action of the test: time passes, the clock is set, or a visitor acts. */
const action = fc.oneof(
  { weight: 2, arbitrary: fc.nat({ max: 40 }).map((seconds) => ({ kind: 'pass' as const, seconds })) },
  { weight: 2, arbitrary: fc.constantFrom(-hour, hour).map((by) => ({ kind: 'set' as const, by })) },
  { weight: 4, arbitrary: fc.constant({ kind: 'new' as const }) },
  { weight: 2, arbitrary: fc.nat().map((which) => ({ kind: 'repeat' as const, which })) },
  { weight: 2, arbitrary: fc.nat().map((which) => ({ kind: 'twice' as const, which })) },
  { weight: 1, arbitrary: fc.nat().map((which) => ({ kind: 'order' as const, which })) },
)

describe.each(engines)(
  'a clock that is set an hour back and forth, on $name',
  { timeout: 60_000 },
  (engine) => {
    let temporary: ReturnType<typeof temporaryFolder>
    let database: Database
    beforeEach(async () => {
      temporary = temporaryFolder()
      database = await engine.create(temporary.folder)
    })
    afterEach(() => temporary.remove())

    const openService = () => openTestService({ folder: temporary.folder, openStore: () => database.open() })

    test('leaves no gap, stores no id twice and accepts no second order', async () => {
      const service = await openService()
      const positions = new Map<string, number>()
      const orders = new Map<string, string>()
      const known: ReturnType<typeof wireEvent>[] = []

      const post = async (event: ReturnType<typeof wireEvent>) => {
        const sentAt = iso(service.clock.now())
        const { status, body } = await service.post(envelope([event], { sentAt }))
        expect(status).toBe(200)
        const [result] = body.results
        if (!result || result.status === 'rejected') throw new Error(JSON.stringify(result))
        // Whatever happens to the clock, a repeated id must return `duplicate` and the first position.
        if (positions.has(event.id))
          expect(result).toMatchObject({ status: 'duplicate', position: positions.get(event.id) })
        positions.set(event.id, result.position)
        return result
      }
      const make = (type: 'step' | 'complete', over: object = {}) => {
        const event = wireEvent(type, { occurredAt: iso(service.clock.now()), ...over })
        known.push(event)
        return event
      }

      const property = fc.asyncProperty(
        fc.array(action, { minLength: 20, maxLength: 60 }),
        async (actions) => {
          for (const did of actions) {
            const earlier = 'which' in did ? known[did.which % Math.max(1, known.length)] : undefined
            if (did.kind === 'pass') service.clock.advance(did.seconds * second)
            else if (did.kind === 'set') service.clock.advance(did.by)
            else if (did.kind === 'new') await post(make('step'))
            else if (!earlier) continue
            else if (did.kind === 'repeat') await post(earlier)
            else if (did.kind === 'order') {
              const result = await post(make('complete', { runId: earlier.runId }))
              // Only the first `complete` event of a run gets the order in its response. A second one would need the
              // run's secret for that, which is not sent here.
              expect(result.order !== undefined).toBe(!orders.has(earlier.runId))
              if (result.order) orders.set(earlier.runId, result.order.number)
            } else {
              // Simulates a double click: the same content is sent twice with different ids, without any time between.
              const { position } = await post(make('step'))
              const twin = { ...known.at(-1)!, id: wireEvent('step').id }
              known.push(twin)
              const again = await post(twin)
              expect(again).toMatchObject({ status: 'duplicate', position })
            }
          }
        },
      )
      try {
        await fc.assert(property, { numRuns: 12 })
        const log = await readWholeLog(service.store)
        expect(log.length).toBeGreaterThan(50)
        for (const { id, position } of log) expect(positions.get(id)).toBe(position)
        expect(log.filter(({ type }) => type === 'complete')).toHaveLength(orders.size)
      } finally {
        await service.close()
      }
    })

    test('neither shortens nor extends the dedupe window; after a step back a new window starts', async () => {
      const service = await openService()
      const event = wireEvent('step')
      const again = async () => {
        const { body } = await service.post(
          envelope([{ ...event, id: wireEvent('step').id }], { sentAt: iso(noon) }),
        )
        return body.results[0]!.status
      }
      expect(await again()).toBe('stored')
      service.clock.advance(29 * second)
      expect(await again()).toBe('duplicate')
      service.clock.advance(-hour)
      expect(await again()).toBe('stored')
      service.clock.advance(29 * second)
      expect(await again()).toBe('duplicate')
      service.clock.advance(second)
      expect(await again()).toBe('stored')
      service.clock.advance(hour)
      expect(await again()).toBe('stored')
      expect(await again()).toBe('duplicate')
      await service.close()
    })
  },
)
