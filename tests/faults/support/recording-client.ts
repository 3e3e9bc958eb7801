import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type {
  EventResult,
  IngestResponse,
  WireEventInput,
  WireEventType,
} from '#domain/events/wire-events.ts'
import { envelope, iso, wireEvent } from '#tests/build-events.ts'
import { currentForm } from './current-form.ts'

type AcceptedResult = Extract<EventResult, { status: 'stored' | 'duplicate' }>

/** An event that a client sent, with the results from all responses. */
export interface SentEvent {
  event: WireEventInput
  /** Set if this event repeats another one with a new id: a double click, or a second order of the run. */
  repeats?: WireEventInput
  results: AcceptedResult[]
}

export interface ClientOptions {
  random: () => number
  /** Resolves with the address of the service. If the service is down, resolves when it is up. */
  link: () => Promise<string>
  stopped: () => boolean
}

/** Sends events. Returns undefined if no response came or the service could not commit. */
async function send(url: string, events: WireEventInput[]): Promise<IngestResponse | undefined> {
  try {
    const response = await fetch(`${url}/api/events`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(envelope(events, { sentAt: iso(Date.now()) })),
    })
    const text = await response.text()
    if (response.status === 200) return JSON.parse(text) as IngestResponse
    if (response.status !== 503) throw new Error(`unexpected status ${response.status}: ${text}`)
    return undefined
  } catch (error) {
    // fetch throws a TypeError when the connection breaks. Any other error must fail the test.
    if (!(error instanceof TypeError)) throw error
    return undefined
  }
}

/**
 * Simulates the browsers of many visitors. Sends events until `stopped` returns true. Repeats each request until the
 * service acknowledges it, and records the results.
 */
export function startClient({ random, link, stopped }: ClientOptions) {
  const sent = new Map<string, SentEvent>()
  const acknowledged: WireEventInput[][] = []
  const runs: string[] = []
  let aborted = 0

  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item

  function make(type: WireEventType, runId: string, over: Record<string, unknown> = {}): WireEventInput {
    const event = wireEvent(type, { runId, occurredAt: iso(Date.now()), ...over })
    sent.set(event.id, { event, results: [] })
    return event
  }

  /** Returns an event with the same content and a new id. If it is an order, the first name differs too. */
  function repeatOf(event: WireEventInput): WireEventInput {
    const form = event.type === 'complete' ? { form: { ...currentForm(), vorname: 'Łukasz' } } : {}
    const twin = wireEvent(event.type, { ...event, ...form, id: wireEvent(event.type).id })
    sent.set(twin.id, { event: twin, repeats: event, results: [] })
    return twin
  }

  function start(): WireEventInput {
    const runId = randomUUID()
    runs.push(runId)
    return make('start', runId)
  }

  const step = () => {
    const form = { vorname: `Łucja ${Math.floor(random() * 1e9).toString(36)}` }
    return make('step', pick(runs), { step: 1 + Math.floor(random() * 3), form })
  }

  function complete(): WireEventInput {
    const [runId] = runs.splice(Math.floor(random() * runs.length), 1)
    return make('complete', runId!, { form: currentForm() })
  }

  function nextPost(): WireEventInput[] {
    const chance = random()
    if (runs.length < 3 || chance < 0.2) return [start()]
    if (chance < 0.45) return [step()]
    if (chance < 0.65) return Array.from({ length: 10 }, step)
    if (chance < 0.75) return [make('email', pick(runs), { form: { email: `${randomUUID()}@example.org` } })]
    if (chance < 0.85) return [complete()]
    // In all other cases, sends acknowledged events again, unchanged or with new ids.
    const earlier = acknowledged.length > 0 ? pick(acknowledged) : [start()]
    return chance < 0.92 ? earlier : earlier.map(repeatOf)
  }

  function record(results: IngestResponse['results']): void {
    for (const result of results) {
      if (result.status === 'rejected') throw new Error(`rejected: ${JSON.stringify(result)}`)
      sent.get(result.id)!.results.push(result)
    }
  }

  async function run(): Promise<void> {
    while (!stopped()) {
      const events = nextPost()
      for (;;) {
        const response = await send(await link(), events)
        if (response) {
          record(response.results)
          break
        }
        aborted += 1
        // The service did not respond or could not commit. If it was killed, the pause gives the test time to call
        // `down`, after which `link` waits for the next start of the service.
        await sleep(20)
      }
      acknowledged.push(events)
      await sleep(random() * 15)
    }
  }

  return { sent, finished: run(), posts: () => acknowledged.length, aborted: () => aborted }
}
