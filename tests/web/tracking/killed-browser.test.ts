import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Page, chromium } from 'playwright'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { bundleTracker } from './bundle-tracker.ts'
import {
  type TrackerPage,
  browserArgs,
  eventually,
  executablePath,
  startTracker,
  watch,
} from './open-tracker.ts'
import { type ScriptedService, startScriptedService } from './scripted-service.ts'

declare const window: Window & TrackerPage

let profile: string
let service: ScriptedService
let running: ChildProcess | undefined

beforeEach(async () => {
  profile = await mkdtemp(join(tmpdir(), 'tracker-'))
  service = await startScriptedService(await bundleTracker())
})
afterEach(async () => {
  await kill()
  await service.close()
  await rm(profile, { recursive: true, force: true, maxRetries: 5 })
})

/** Starts Chromium as a process of our own, in its own group, so that it can be killed as a crash would. */
async function openBrowser(): Promise<Page> {
  const args = ['--headless', '--remote-debugging-port=0', `--user-data-dir=${profile}`, '--no-first-run']
  running = spawn(executablePath, [...browserArgs, ...args], {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  for await (const line of createInterface({ input: running.stderr! })) {
    const address = /^DevTools listening on (ws:\S+)/.exec(line)?.[1]
    if (!address) continue
    const browser = await chromium.connectOverCDP(address)
    const page = browser.contexts()[0]!.pages()[0] ?? (await browser.contexts()[0]!.newPage())
    watch(page)
    return page
  }
  throw new Error('Chromium ended before it listened')
}

async function kill(): Promise<void> {
  if (!running || running.exitCode !== null || running.signalCode !== null) return
  const ended = once(running, 'exit')
  process.kill(-running.pid!, 'SIGKILL')
  await ended
}

test('an event of a browser that is killed right after it arrives with the next visit', async () => {
  service.reply = () => 'hang'
  const page = await openBrowser()
  await startTracker(page, service.origin)
  // Making the database on the very first visit takes a moment in which nothing can be written.
  await page.waitForFunction(async () => (await indexedDB.databases()).length === 1)
  await page.evaluate(() => {
    window.step(1)
    window.email('ada@example.org')
  })
  await eventually(() => expect(service.requests).toHaveLength(1))
  await kill()

  service.reset()
  const again = await openBrowser()
  await startTracker(again, service.origin)
  await eventually(() => expect(service.accepted.map((event) => event.type)).toEqual(['step', 'email']))
})
