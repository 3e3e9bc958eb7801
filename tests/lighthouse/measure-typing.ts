import { type Page, chromium, devices } from 'playwright/test'
import { chromiumArgs, chromiumPath } from '#tests/chromium.ts'

/** Text for each field of the first step that is typed into. */
const texts = {
  Vorname: 'Łukasz Maximilian',
  Nachname: 'von der Schulenburg',
  Tag: '17',
  Monat: '05',
  Jahr: '1990',
}

/** Time between two keys in ms, as of somebody who types fast on a phone. */
const keyDelay = 120

declare const window: Window & { tasks: number[]; observer?: PerformanceObserver }

/**
 * Types into the fields of a form's first step on a phone with a slower processor, once in an empty form and once while
 * the form shows its errors. Returns the duration of each task over 50 ms, in ms.
 */
export async function measureTyping(url: string, slowdown: number): Promise<number[]> {
  const browser = await chromium.launch({
    ...(chromiumPath && { executablePath: chromiumPath }),
    args: chromiumArgs,
  })
  try {
    const page = await browser.newPage(devices['Pixel 7'])
    await page.goto(url)
    await page.getByRole('button', { name: 'Nur notwendige' }).click()
    // Let the code arrive that the page loads in advance for its next steps.
    await page.waitForTimeout(2000)
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    const empty = await typeInto(page)
    for (const label of Object.keys(texts)) await page.getByRole('textbox', { name: label }).fill('')
    await page.getByRole('button', { name: 'Nächste' }).click()
    await page.getByRole('alert').waitFor()
    return [...empty, ...(await typeInto(page))]
  } finally {
    await browser.close()
  }
}

/** Returns the tasks over 50 ms while all fields are filled in. */
async function typeInto(page: Page): Promise<number[]> {
  await page.waitForTimeout(1000)
  await page.evaluate(() => {
    window.tasks = []
    window.observer?.disconnect()
    window.observer = new PerformanceObserver((list) =>
      window.tasks.push(...list.getEntries().map(({ duration }) => duration)),
    )
    window.observer.observe({ type: 'longtask' })
  })
  for (const [label, text] of Object.entries(texts))
    await page.getByRole('textbox', { name: label }).pressSequentially(text, { delay: keyDelay })
  await page.waitForTimeout(1000)
  return page.evaluate(() => window.tasks)
}
