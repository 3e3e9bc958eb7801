// What does one visitor's journey look like from the network, and what did the service answer to it?
import { check, sleep } from 'k6'
import http from 'k6/http'
import { journey } from './journey.ts'
import { recordLine } from './record.ts'

const url = `${__ENV.URL ?? 'http://localhost:3000'}/api/events`
const mostAttempts = 6
/** Each is a JavaScript engine of 2 to 3 MB; beyond that k6 itself would be what is measured. */
const mostVisitorsAtOnce = 2500

// k6 calls itself k6, which the service rightly counts as a robot.
const userAgents = {
  mobile:
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
  tablet:
    'Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  desktop: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
}

/** So many visitors arrive each second, however slow the service is: people do not wait for each other. */
export function arrivals(stages) {
  const rate = Number(__ENV.RATE ?? 1)
  const whole = stages.reduce((sum, { seconds }) => sum + seconds, 0)
  const time = __ENV.DURATION ? Number(__ENV.DURATION) / whole : Number(__ENV.TIME ?? 1)
  const scaled = stages.map(({ seconds, visitors }) => ({
    duration: `${Math.max(1, Math.round(seconds * time))}s`,
    target: Math.max(1, Math.round(visitors * rate)),
  }))
  const most = Math.max(...scaled.map(({ target }) => target))
  return {
    visitors: {
      executor: 'ramping-arrival-rate',
      exec: 'visit',
      startRate: 1,
      stages: scaled,
      preAllocatedVUs: Math.min(most * 8, mostVisitorsAtOnce),
      maxVUs: Math.min(most * 40, mostVisitorsAtOnce),
      // Longer than the longest journey with every request repeated: one that is cut off could not tell what it was told.
      gracefulStop: '120s',
    },
  }
}

/** Where members are killed meanwhile, requests fail and wait; what was acknowledged must be right all the same. */
export function demands(thresholds) {
  return __ENV.DISTURBED ? { checks: ['rate==1'] } : thresholds
}

/** One passage through the funnel. A fault of the script itself must not pass for a quiet visitor. */
export function visit() {
  try {
    for (const act of journey({ now: Date.now, random: Math.random })) {
      send(act)
      sleep(act.pause)
    }
  } catch (error) {
    check(error, { 'the journey could be played': () => false })
    throw error
  }
}

/** Repeats with the same ids what was not answered, as the site does. */
function send({ envelopes, lane, expect }) {
  const answers = []
  let left = envelopes
  let attempt = 0
  while (left.length > 0 && attempt < mostAttempts) {
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

/** Undefined when there was no answer about the events. */
function resultsOf({ status, body }) {
  if ((status !== 200 && status !== 422) || !body) return undefined
  return JSON.parse(body).results
}

/** Each event was stored once, and repeats were recognised; after a lost answer nobody can say which of the two it was. */
function judge(answers, { lane, expect, repeated }) {
  const statuses = (answers[0] ?? []).map((_, place) => answers.map((results) => results[place]?.status))
  const stored = expect === 'stored' ? 1 : 0
  check(
    statuses,
    {
      'every event is answered stored or duplicate': () =>
        statuses.length > 0 &&
        statuses.flat().every((status) => status === 'stored' || status === 'duplicate'),
      'new content is stored once, a repeat never': () =>
        repeated || statuses.every((each) => each.filter((status) => status === 'stored').length === stored),
    },
    { lane },
  )
}

/** For `run.ts`, which puts it beside what it finds itself; k6's own summary when it runs alone. */
export function handleSummary(data) {
  return __ENV.SUMMARY ? { [__ENV.SUMMARY]: JSON.stringify(data) } : undefined
}
