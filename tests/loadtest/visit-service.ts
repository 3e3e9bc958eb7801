import { setTimeout as sleep } from 'node:timers/promises'
import type { EnvelopeInput } from '#domain/events/wire-events.ts'
import { readRecord, recordLine } from '#loadtest/journey/record.ts'
import type { Load } from '#loadtest/k6/run-k6.ts'
import { walkJourneys } from './walk-journeys.ts'

type Results = Parameters<typeof recordLine>[1]

async function post(url: string, envelope: EnvelopeInput): Promise<Results> {
  try {
    const response = await fetch(`${url}/api/events`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(envelope),
    })
    const { results } = (await response.json()) as { results?: Results }
    return response.ok ? results : undefined
  } catch {
    // The connection broke before or during the response.
    return undefined
  }
}

/** Sends events. Repeats the request with the same ids until there is a response, as a browser does. */
async function send(url: string, envelope: EnvelopeInput): Promise<string> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const results = await post(url, envelope)
    if (results) return recordLine(envelope, results, Date.now())
    await sleep(200)
  }
  return recordLine(envelope, undefined, Date.now())
}

type Journey = ReturnType<typeof walkJourneys>[number]

async function walk(url: string, journey: Journey, pauseMs: number): Promise<string[]> {
  const recorded: string[] = []
  for (const { envelopes } of journey) {
    recorded.push(...(await Promise.all(envelopes.map((envelope) => send(url, envelope)))))
    await sleep(pauseMs)
  }
  return recorded
}

interface Visits {
  visitors: number
  seed?: number
  /** Pause after each step of a journey in ms. */
  pauseMs?: number
  /** Further visitors come until this resolves. */
  until?: Promise<unknown>
}

/** Sends the events of several simulated visitors at the same time. */
export async function visit(
  url: string,
  { visitors, seed = 3, pauseMs = 0, until = Promise.resolve() }: Visits,
): Promise<Load> {
  const lines: string[][] = []
  const over = new AbortController()
  void until.then(() => over.abort())
  for (let round = seed; round === seed || !over.signal.aborted; round += 1) {
    const journeys = walkJourneys(visitors, { seed: round, start: Date.now() })
    lines.push(...(await Promise.all(journeys.map((journey) => walk(url, journey, pauseMs)))))
  }
  return {
    record: readRecord(`${lines.flat().join('\n')}\n`),
    summary: { metrics: {}, state: { testRunDurationMs: 1000 } },
    startedAt: 0,
    reportFile: '',
  }
}
