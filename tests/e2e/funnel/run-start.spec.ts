import { expect, runIdOf, slug, test } from '#tests/e2e/support/journey.ts'

test('a page that is left before its run has started reports the start', async ({ context, service }) => {
  const page = await context.newPage()
  // Delays the tasks in which the run starts after the hydration.
  await page.addInitScript(() => {
    const set = window.setTimeout.bind(window)
    const delayed = (run: () => void, delay = 0) =>
      set(run, delay === 0 && document.querySelector('#root:not([hidden])') ? 60_000 : delay)
    window.setTimeout = delayed as typeof window.setTimeout
  })
  await page.goto(`${service.url}${slug}/step-1`)
  await page.locator('#preview').waitFor({ state: 'detached' })
  const runId = await runIdOf(page)
  const starts = () =>
    service.messages.filter(({ meta }) => meta.event === 'start' && meta.funnelId === runId).length
  await page.waitForTimeout(1000)
  expect(starts()).toBe(0)
  await page.goto('about:blank')
  await expect.poll(starts).toBe(1)
})
