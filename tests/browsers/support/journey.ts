import { mkdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, test } from 'vitest'
import type { Browser, Engine, Tab } from '#tests/browsers/driver/tab.ts'
import { firefox } from '#tests/browsers/driver/firefox.ts'
import { webkit } from '#tests/browsers/driver/webkit.ts'
import { type RunningService, startService } from '#tests/e2e/support/running-service.ts'
import { type FaultyFront, startFaultyFront } from './faulty-front.ts'

const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } }
const screenshots = 'test-results/browsers'

export interface Visit {
  tab: Tab
  browser: Browser
  /** The service, which the tab reaches through `front`. */
  service: RunningService
  front: FaultyFront
  /** Starts another browser, which shares nothing with the first one, and returns its tab. */
  openOtherDevice: () => Promise<Tab>
}

type Journey = (visit: Visit) => Promise<void>

/** Declares the journeys of a file for each engine and size. Each journey gets a new browser and all share one service. */
export function journeys(
  title: string,
  declare: (journey: (name: string, walk: Journey) => void) => void,
  engines: readonly Engine[] = [firefox, webkit],
): void {
  describe(title, () => {
    let service: RunningService
    beforeAll(async () => void (service = await startService()))
    afterAll(() => service?.stop())

    for (const engine of engines)
      for (const [sizeName, size] of Object.entries(sizes))
        describe(`${engine.name}, ${sizeName}`, () => {
          const missing = engine.missing()
          if (missing) console.log(`${title}: skipped, because ${missing} is not installed`)
          declare((name, walk) =>
            test.skipIf(missing)(name, async () => {
              const front = await startFaultyFront()
              front.passTo(service.url)
              const browser = await engine.start(size)
              const tab = browser.firstTab
              const others: Browser[] = []
              const openOtherDevice = async () => {
                const other = await engine.start(size)
                others.push(other)
                return other.firstTab
              }
              try {
                await walk({ tab, browser, service, front, openOtherDevice })
              } catch (error) {
                await photograph(tab, `${engine.name} ${sizeName} ${name}`)
                throw error
              } finally {
                await Promise.all([browser, ...others].map((one) => one.quit()))
                await front.close()
              }
            }),
          )
        })
  })
}

async function photograph(tab: Tab, name: string): Promise<void> {
  mkdirSync(screenshots, { recursive: true })
  // The tab may be closed. Then the failure has no picture.
  await tab.screenshot(`${screenshots}/${name.replaceAll(/[^\wäöüß-]+/g, '-')}.png`).catch(() => {})
}
