import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { NewEvent } from '#db/ports/event-log.ts'
import { maxRunEvents } from '#db/reads/run-reads.ts'
import type { StoredEventType } from '#domain/events/stored-event.ts'
import { type WebhookMessage, webhookMessageSchema } from '#domain/outbox/webhook-message.ts'
import { composeMessage } from '#service/outbox/destinations/webhook/compose-message.ts'
import { noon, storedEvent } from '#tests/build-events.ts'
import { projectedEngines } from '#tests/service/projections/projected-engines.ts'
import type { ProjectedStore } from '#tests/service/projections/projected-store.ts'

describe.each(projectedEngines())(
  'a message of a run that exceeds the limits of a read, on $name',
  ({ open }) => {
    let projected: ProjectedStore
    const runId = randomUUID()
    beforeEach(async () => {
      projected = await open()
    })
    afterEach(() => projected.close())

    async function append(
      type: StoredEventType,
      count: number,
      personal?: NewEvent['personal'],
    ): Promise<void> {
      const events = Array.from({ length: count }, () => {
        const { position: _, ...event } = storedEvent(type, { runId, at: noon })
        return { ...event, ...(personal && { personal }) }
      })
      await projected.store.log.append({ events })
    }

    async function compose(position: number): Promise<WebhookMessage> {
      const composed = await composeMessage(
        projected.store,
        { runId, position, sequence: 1 },
        { forwardDrafts: 'full' },
      )
      if (composed.kind !== 'message' || typeof composed.body !== 'string')
        throw new Error(JSON.stringify(composed))
      expect(composed.body.length).toBeLessThan(200_000)
      return webhookMessageSchema.parse(JSON.parse(composed.body))
    }

    test('contains the newest events up to its own, and the values entered last', async () => {
      await append('start', 1)
      await append('step', 1, { form: { vorname: 'Ada' } })
      for (let count = 0; count < 3; count++) await append('lapsed', 500)
      await append('step', 1, { form: { vorname: 'Łucja' } })
      await append('lapsed', 1)
      const message = await compose(1503)
      expect(message.events).toHaveLength(maxRunEvents)
      expect(message.events.at(-1)?.type).toBe('step')
      expect(message.personalData['vorname']).toBe('Łucja')
      expect((await compose(2)).events.map(({ type }) => type)).toEqual(['start', 'step'])
    })

    test('contains no personal data if the person was erased later', async () => {
      await append('step', 1, { form: { vorname: 'Ada' } })
      await append('erased', 1)
      await append('lapsed', 1)
      expect((await compose(1)).personalData).toEqual({})
    })
  },
)
