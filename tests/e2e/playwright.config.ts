import { defineConfig } from 'playwright/test'
import { chromiumArgs, headlessPath } from '#tests/chromium.ts'

// A headless browser calls itself one, and the reports rightly leave robots out.
const engine = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0'

const builtSite = 'built-site.spec.ts'

// What these try, and single tests with this tag, does not depend on the size. It is tried where there is less room, and
// most visitors are.
const ofAnySize = /@any-size/
const phoneOnly = ['draft', 'errors', 'filled-fields', 'notices'].map((name) => `${name}.spec.ts`)

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results',
  fullyParallel: true,
  workers: 2,
  // Nothing here measures speed, and a machine may be busy with other things.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env['CI']),
  use: {
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
    // Nothing glides: a page that scrolls by itself can slip away under a press, and a test has no eyes to wait for it.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    trace: 'off',
    launchOptions: {
      ...(headlessPath && { executablePath: headlessPath }),
      args: chromiumArgs,
    },
  },
  projects: [
    { name: 'build', testMatch: builtSite },
    {
      name: 'phone',
      dependencies: ['build'],
      testIgnore: builtSite,
      use: {
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
        userAgent: `Mozilla/5.0 (Linux; Android 16; Pixel 9) ${engine} Mobile Safari/537.36`,
      },
    },
    {
      name: 'desktop',
      dependencies: ['build'],
      testIgnore: [builtSite, ...phoneOnly],
      grepInvert: ofAnySize,
      use: {
        viewport: { width: 1440, height: 900 },
        userAgent: `Mozilla/5.0 (X11; Linux x86_64) ${engine} Safari/537.36`,
      },
    },
  ],
})
