import { defineConfig } from 'playwright/test'
import { chromiumArgs, headlessPath } from '../chromium.ts'
import { allVariants } from '../variants.ts'

// Part of the user agents below. By default, the browser would send "HeadlessChrome", and the reports would exclude its
// visits as those of a robot.
const engine = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0'

const builtSite = 'built-site.spec.ts'

// Tests with this tag or in these files need only one screen size. They run on the phone, which most visitors use and
// which has the least space.
const ofAnySize = /@any-size/
const phoneOnly = ['branches', 'draft', 'errors', 'filled-fields', 'notices'].map((name) => `${name}.spec.ts`)

/**
 * Files that `npm test` runs on the desktop: pages for staff and programmers, and what only a desktop has. Some of their
 * tests run on both sizes, because a page is more likely to be too wide on the phone.
 */
const usuallyDesktop =
  'account/|desk/|reports/|site/api-docs|site/demo|site/links|site/routes|funnel/keyboard|built-site'
/**
 * Returns what the titles of a project's tests match. In all variants, all tests match; otherwise only those on the
 * screen size on which a page is mostly used, and those with a tag. The title begins with the project and the file, and
 * ends with the tags.
 */
const chosen = (usualFiles: string, tags: string) =>
  allVariants ? /./ : new RegExp(`^ ?\\S+ (?:${usualFiles})|${tags}`)

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
      grep: chosen(`(?!${usuallyDesktop})`, '@any-size|@both-sizes'),
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
      grep: chosen(usuallyDesktop, '@both-sizes'),
      grepInvert: ofAnySize,
      use: {
        viewport: { width: 1440, height: 900 },
        userAgent: `Mozilla/5.0 (X11; Linux x86_64) ${engine} Safari/537.36`,
      },
    },
  ],
})
