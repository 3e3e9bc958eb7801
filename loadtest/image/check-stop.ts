import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { bodiesOf } from '#loadtest/bench/load/mixes.ts'
import { type Finding, countFinding } from '#loadtest/evidence/evidence.ts'
import type { StartTarget } from '#loadtest/target/target.ts'

/** Stops the service while it waits for the rest of a request, and checks that the request and the stop succeed. */
export async function checkStop(start: StartTarget, folder: string): Promise<Finding[]> {
  const target = await start({ folder, env: { RATE_LIMIT: 'off' } })
  try {
    const body = JSON.stringify(bodiesOf('start', { now: Date.now, random: Math.random }).next().value)
    const post = request(`${target.url}/api/events`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
      agent: false,
    })
    const answered = new Promise<string>((resolve, reject) => {
      post.once('error', reject)
      post.once('response', (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (part: string) => (text += part))
        response.once('end', () => resolve(`${response.statusCode} ${text}`))
      })
    }).catch(String)
    post.write(body.slice(0, 20))
    // The service must have read the head of the request before it is stopped.
    await sleep(500)
    const stopped = target.stop()
    await untilRefused(target.url)
    post.end(body.slice(20))
    const answer = await answered
    const stored = /^200 .*"status":"stored"/.test(answer) ? 1 : 0
    const faults = await stopped
    return [
      { what: 'request in flight at SIGTERM', expected: 1, found: stored, faults: stored ? [] : [answer] },
      countFinding('clean stop after it', 0, faults.length),
    ]
  } finally {
    await target.stop()
  }
}

/** Resolves when the service accepts no new requests. */
async function untilRefused(url: string): Promise<void> {
  for (let attempts = 0; attempts < 100; attempts += 1) {
    const ready = await fetch(`${url}/readyz?${randomUUID()}`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (!ready) return
    await sleep(50)
  }
  throw new Error('the service still accepts requests 5 s after SIGTERM')
}
