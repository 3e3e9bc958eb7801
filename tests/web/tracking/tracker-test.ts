import { test as plainTest } from 'vitest'
import { bundleTracker } from './bundle-tracker.ts'
import { expectCalm, launchBrowser, openTracker } from './open-tracker.ts'
import { startScriptedService } from './scripted-service.ts'

/**
 * A test names what it needs: `page` has a running tracker and must stay calm; one that prepares the browser first, or
 * opens several pages, takes `context` and `service` and opens them itself.
 */
export const test = plainTest
  .extend('script', { scope: 'file' }, () => bundleTracker())
  // oxlint-disable-next-line no-empty-pattern -- Vitest reads from it what a fixture needs
  .extend('browser', { scope: 'file' }, async ({}, { onCleanup }) => {
    const browser = await launchBrowser()
    onCleanup(() => browser.close())
    return browser
  })
  // One a test: a page that is closed still sends what waits, and must not reach the next one.
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
    onCleanup(() => expectCalm(page))
    return page
  })
