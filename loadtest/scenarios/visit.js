// Sends a visitor's journey to the service and records the responses.
import { check, sleep } from 'k6'
import http from 'k6/http'
import { journey } from '../journey/journey.ts'
import { recordLine } from '../journey/record.ts'

const url = `${__ENV.URL ?? 'http://localhost:3000'}/api/events`
const maxAttempts = 6
/** Each virtual user is a JavaScript engine of 2 to 3 MB; more of them would make k6 the bottleneck. */
const maxVisitorsAtOnce = 2500

// The service counts k6's default User-Agent as a robot.
const userAgents = {
  mobile:
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
  tablet:
    'Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  desktop: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
}

/** Returns scenarios in which visitors arrive at a given rate, independent of the service's speed. */
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
      preAllocatedVUs: Math.min(max * 8, maxVisitorsAtOnce),
      maxVUs: Math.min(max * 40, maxVisitorsAtOnce),
      // Longer than any journey with every request repeated, because an interrupted journey cannot record its responses.
      gracefulStop: '120s',
    },
  }
}

/** Returns the thresholds. While members are killed, requests may fail or wait, but acknowledged results must be correct. */
export function demands(thresholds) {
  return __ENV.DISTURBED ? { checks: ['rate==1'] } : thresholds
}

/** Plays one journey. An error in the script fails a check, because it must not look like an idle visitor. */
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

/** Sends an act and repeats requests without a response with the same ids, as the site does. */
function send({ envelopes, lane, expect }) {
  const answers = []
  let left = envelopes
  let attempt = 0
  while (left.length > 0 && attempt < maxAttempts) {
    if (attempt > 0) sleep(0.5 * 2 ** attempt)
    attempt += 1
    const responses = http.batch(left.map((envelope) => requestOf(envelope, lane)))
    const results = responses.map(resultsOf)
    for (const [index, envelope] of left.entries())
      if (results[index]) console.log(recordLine(envelope, results[index]))
    answers.push(...results.filter(Boolean))
    left = left.filter((_, index) => !results[index])
  }
  for (const envelope of left) console.log(recordLine(envelope, undefined))
  judge(answers, { lane, expect, repeated: attempt > 1 })
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

/** Returns the results of the events; undefined if the response has none. */
function resultsOf({ status, body }) {
  if ((status !== 200 && status !== 422) || !body) return undefined
  return JSON.parse(body).results
}

/** Checks that each event was stored once and that repeats are duplicates; after a lost response either is correct. */
function judge(answers, { lane, expect, repeated }) {
  const statuses = (answers[0] ?? []).map((_, place) => answers.map((results) => results[place]?.status))
  const stored = expect === 'stored' ? 1 : 0
  check(
    statuses,
    {
      'every event is stored or a duplicate': () =>
        statuses.length > 0 &&
        statuses.flat().every((status) => status === 'stored' || status === 'duplicate'),
      'new content is stored once, repeats are not': () =>
        repeated || statuses.every((each) => each.filter((status) => status === 'stored').length === stored),
    },
    { lane },
  )
}

/** Writes the summary for `loadtest/run.ts`; without SUMMARY k6 prints its own. */
export function handleSummary(data) {
  return __ENV.SUMMARY ? { [__ENV.SUMMARY]: JSON.stringify(data) } : undefined
}
