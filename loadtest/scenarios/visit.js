// Sends the requests of a visitor's journey to the service and records the results.
import { check, sleep } from 'k6'
import http from 'k6/http'
import { journey } from '../journey/journey.ts'
import { recordLine } from '../journey/record.ts'

const url = `${__ENV.URL ?? 'http://localhost:3000'}/api/events`
/** During a failover, nothing is stored for up to half a minute. */
const maxAttempts = __ENV.DISTURBED ? 10 : 6
const maxPauseSeconds = 8
/** A virtual user takes 2 to 3 MB. With more of them, k6 would be the bottleneck. */
const maxVirtualUsers = 2500

// The service treats the default User-Agent of k6 as a robot.
const userAgents = {
  mobile:
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
  tablet:
    'Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  desktop: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
}

/** Returns k6 scenarios in which visitors arrive at the given rate even if the service responds slowly. */
export function arrivals(stages) {
  const rate = Number(__ENV.RATE ?? 1)
  const whole = stages.reduce((sum, { seconds }) => sum + seconds, 0)
  const time = __ENV.DURATION ? Number(__ENV.DURATION) / whole : Number(__ENV.TIME ?? 1)
  const scaled = stages.map(({ seconds, visitors }) => ({
    duration: `${Math.max(1, Math.round(seconds * time))}s`,
    target: Math.max(1, Math.round(visitors * rate)),
  }))
  const max = Math.max(...scaled.map(({ target }) => target))
  return {
    visitors: {
      executor: 'ramping-arrival-rate',
      exec: 'visit',
      startRate: 1,
      stages: scaled,
      preAllocatedVUs: Math.min(max * 8, maxVirtualUsers),
      maxVUs: Math.min(max * 40, maxVirtualUsers),
      // Longer than the longest journey with all repeats, because the results of an interrupted journey are lost.
      gracefulStop: '120s',
    },
  }
}

/**
 * Returns the thresholds of a test. If processes are killed during it, requests may fail, but results must be correct. If
 * they are upgraded, no request may fail, but it may take longer.
 */
export function thresholdsFor(thresholds) {
  const checks = ['rate==1']
  if (__ENV.DISTURBED === 'upgrade') return { checks, http_req_failed: ['rate==0'] }
  return __ENV.DISTURBED ? { checks } : thresholds
}

/** Plays one journey. An error in the script fails a check, so that it does not go unnoticed. */
export function visit() {
  try {
    for (const act of journey({ now: Date.now, random: Math.random })) {
      send(act)
      sleep(act.pause)
    }
  } catch (error) {
    check(error, { 'the journey script ran without errors': () => false })
    throw error
  }
}

/** Sends the requests of an act. Repeats those without a response with the same ids, as the site does. */
function send({ envelopes, lane, expect }) {
  const received = []
  let remaining = envelopes
  let attempt = 0
  while (remaining.length > 0 && attempt < maxAttempts) {
    if (attempt > 0) sleep(Math.min(0.5 * 2 ** attempt, maxPauseSeconds))
    attempt += 1
    const responses = http.batch(remaining.map((envelope) => requestOf(envelope, lane)))
    const results = responses.map(resultsOf)
    for (const [index, envelope] of remaining.entries())
      if (results[index]) console.log(recordLine(envelope, results[index], Date.now()))
    received.push(...results.filter(Boolean))
    remaining = remaining.filter((_, index) => !results[index])
  }
  for (const envelope of remaining) console.log(recordLine(envelope, undefined, Date.now()))
  checkResults(received, { lane, expect, repeated: attempt > 1 })
}

function requestOf(envelope, lane) {
  const headers = { 'content-type': 'application/json', 'user-agent': userAgents[envelope.context.device] }
  return {
    method: 'POST',
    url,
    body: JSON.stringify(envelope),
    params: { headers, tags: { lane, name: 'events' } },
  }
}

/** Returns the results of the events, or undefined if the response has none. */
function resultsOf({ status, body }) {
  if ((status !== 200 && status !== 422) || !body) return undefined
  return JSON.parse(body).results
}

/**
 * Checks that each new event is stored once and that repeats are duplicates. If a request was repeated because its
 * response was lost, either status is correct.
 */
function checkResults(received, { lane, expect, repeated }) {
  const statuses = (received[0] ?? []).map((_, index) => received.map((results) => results[index]?.status))
  const stored = expect === 'stored' ? 1 : 0
  check(
    statuses,
    {
      'every event is stored or a duplicate': () =>
        statuses.length > 0 &&
        statuses.flat().every((status) => status === 'stored' || status === 'duplicate'),
      'new content is stored once, repeats are not': () =>
        repeated ||
        statuses.every((ofEvent) => ofEvent.filter((status) => status === 'stored').length === stored),
    },
    { lane },
  )
}

/**
 * Writes the summary to the file SUMMARY for `loadtest/run.ts`. If SUMMARY is not set, k6 prints its default summary.
 */
export function handleSummary(data) {
  return __ENV.SUMMARY ? { [__ENV.SUMMARY]: JSON.stringify(data) } : undefined
}
