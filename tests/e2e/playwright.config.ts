import { defineConfig } from 'playwright/test'
import { chromiumArgs, headlessPath } from '../chromium.ts'
import { allVariants, speed } from '../variants.ts'

// Part of the user agents below. By default, the browser would send "HeadlessChrome", and the reports would exclude its
// visits as those of a robot.
const engine = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0'

const builtSite = 'built-site.spec.ts'

const slow = '@slow'
const leftOut = speed === 'quick' ? [new RegExp(slow)] : []
// Tests with this tag or in these files need only one screen size. They run on the phone, which most visitors use and
// which has the least space.
const anySize = '@any-size'
const phoneOnly = ['branches', 'draft', 'errors', 'filled-fields', 'notices'].map((name) => `${name}.spec.ts`)

/** Files whose pages are mostly used on a desktop: those for staff and programmers, and what only a desktop has. */
const ofDesktop =
  'account/|desk/|reports/|site/api-docs|site/demo|site/links|site/routes|funnel/keyboard|built-site'
const ofPhone = `(?!${ofDesktop})`

/** Returns what the titles of tests in these files with this tag match. */
const tests = (files: string, tag: string) => new RegExp(`^ ?\\S+ (?:${files}).*${tag}`)

/**
 * Returns what the titles of a project's tests match. `usual` are the files that are tested on its screen size. With the
 * tag `@both-sizes`, tests of the `other` files follow in `npm run test:slow`. A title begins with the project and the
 * file, and ends with the tags.
 */
function chosen(usual: string, other: string): RegExp[] {
  if (allVariants) return [/./]
  if (speed === 'quick') return [tests(usual, '')]
  return [tests(usual, speed === 'slow' ? slow : ''), tests(other, '@both-sizes')]
}

export default defineConfig({
  testDir: '.',
  globalSetup: './support/prepare-journeys.ts',
  outputDir: '../../test-results',
  // Snapshots do not depend on the screen size or the operating system.
  snapshotPathTemplate: '{testDir}/{testFileDir}/{testFileName}-snapshots/{arg}{ext}',
  fullyParallel: true,
  // Two workers leave a quarter of two cores idle, because tests also wait for the page and the service.
  workers: 3,
  // The timeouts are long, because no test measures speed and the machine may be busy.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env['CI']),
  use: {
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
    // Disables smooth scrolling, because a click can miss an element that is still moving.
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
      grep: chosen(`${ofPhone}|.*${anySize}`, ofDesktop),
      grepInvert: leftOut,
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
      grep: chosen(ofDesktop, ofPhone),
      grepInvert: [...leftOut, new RegExp(anySize)],
      use: {
        viewport: { width: 1440, height: 900 },
        userAgent: `Mozilla/5.0 (X11; Linux x86_64) ${engine} Safari/537.36`,
      },
    },
  ],
})
