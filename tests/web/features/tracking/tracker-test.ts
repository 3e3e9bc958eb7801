import { test as plainTest } from 'vitest'
import { bundleTracker } from './bundle-tracker.ts'
import { expectNoPageErrors, launchBrowser, openTracker } from './open-tracker.ts'
import { startScriptedService } from './scripted-service.ts'

/**
 * Test function with fixtures. The fixture `page` has a running tracker; the test fails if the page has errors. Tests
 * that prepare the browser or open several pages use `context` and `service` and open the pages themselves.
 */
export const test = plainTest
  .extend('script', { scope: 'worker' }, () => bundleTracker())
  // oxlint-disable-next-line no-empty-pattern -- Vitest derives the dependencies of a fixture from it
  .extend('browser', { scope: 'worker' }, async ({}, { onCleanup }) => {
    const browser = await launchBrowser()
    onCleanup(() => browser.close())
    return browser
  })
  // Each test has its own service: a closed page still sends pending events, which must not reach the next test.
  .extend('service', async ({ script }, { onCleanup }) => {
    const service = await startScriptedService(script)
    onCleanup(() => service.close())
    return service
  })
  .extend('context', async ({ browser }, { onCleanup }) => {
    const context = await browser.newContext()
    onCleanup(() => context.close())
    return context
  })
  .extend('page', async ({ service, context }, { onCleanup }) => {
    const page = await openTracker(context, service.origin)
    onCleanup(() => expectNoPageErrors(page))
    return page
  })
