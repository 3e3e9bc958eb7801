import { fileURLToPath } from 'node:url'
import * as fc from 'fast-check'
import { type Rolldown, build } from 'vite'
import { expect, test } from 'vitest'
import { berlinDay } from '#domain/time/berlin-time.ts'
import { launchBrowser } from '#tests/web/features/tracking/open-tracker.ts'

declare const berlin: { berlinDay: typeof berlinDay }

async function bundle(): Promise<string> {
  const entry = fileURLToPath(new URL('../../../../domain/time/berlin-time.ts', import.meta.url))
  const outputs = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, lib: { entry, formats: ['iife'], name: 'berlin' } },
  })
  return (outputs as [Rolldown.RolldownOutput])[0].output[0].code
}

test('the day in Berlin is the same with Temporal, with Intl in a browser and in the service', async () => {
  const hour = 3_600_000
  const instants = fc.sample(fc.integer({ min: 0, max: 3e12 }), 2000)
  // The hours around the changes of the clocks in 2026.
  for (let at = Date.parse('2026-01-01'); at < Date.parse('2027-01-01'); at += hour) instants.push(at)
  const expected = instants.map(berlinDay)
  const browser = await launchBrowser()
  try {
    for (const withTemporal of [true, false]) {
      const page = await browser.newPage()
      if (!withTemporal) await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'Temporal'))
      await page.goto('about:blank')
      expect(await page.evaluate(() => 'Temporal' in globalThis)).toBe(withTemporal)
      await page.addScriptTag({ content: await bundle() })
      expect(await page.evaluate((all) => all.map((at) => berlin.berlinDay(at)), instants)).toEqual(expected)
    }
  } finally {
    await browser.close()
  }
}, 60_000)
