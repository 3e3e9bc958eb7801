import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, type Page, chromium } from 'playwright'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { eventually } from '#tests/eventually.ts'
import { bundleTracker } from './bundle-tracker.ts'
import {
  type TrackerPage,
  launchOptions,
  readDevice,
  startTracker,
  recordPageErrors,
} from './open-tracker.ts'
import { type ScriptedService, startScriptedService } from './scripted-service.ts'

declare const window: Window & TrackerPage

let profile: string
let service: ScriptedService
let running: BrowserContext | undefined

beforeEach(async () => {
  profile = await mkdtemp(join(tmpdir(), 'tracker-'))
  service = await startScriptedService(await bundleTracker())
})
afterEach(async () => {
  await running?.close()
  await service.close()
  await rm(profile, { recursive: true, force: true, maxRetries: 5 })
})

async function openBrowser(): Promise<{ page: Page; processId: number }> {
  running = await chromium.launchPersistentContext(profile, launchOptions)
  const page = running.pages()[0] ?? (await running.newPage())
  recordPageErrors(page)
  const session = await running.browser()!.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  return { page, processId: processInfo.find(({ type }) => type === 'browser')!.id }
}

/**
 * Kills all processes of Chromium like a crash, so the page receives no events. Playwright starts Chromium as the
 * leader of a process group.
 */
async function kill(processId: number): Promise<void> {
  const closed = running!.waitForEvent('close')
  process.kill(-processId, 'SIGKILL')
  await closed
}

test('an event stored before the browser is killed is sent by the next visit', async () => {
  service.reply = () => 'hang'
  const { page, processId } = await openBrowser()
  await startTracker(page, service.origin)
  // On the first visit, wait until the database exists, because nothing can be stored before that.
  await page.waitForFunction(async () => (await indexedDB.databases()).length === 1)
  await page.evaluate(() => {
    window.step(1)
    window.email('ada@example.org')
  })
  // The tracker sends events without waiting until they are stored, so wait for the request and for the rows.
  await eventually(() => expect(service.requests).toHaveLength(1))
  await eventually(async () => expect((await readDevice(page)).rows).toBe(2))
  await kill(processId)

  service.reset()
  const { page: again } = await openBrowser()
  await startTracker(again, service.origin)
  await eventually(() => expect(service.accepted.map((event) => event.type)).toEqual(['step', 'email']))
})
