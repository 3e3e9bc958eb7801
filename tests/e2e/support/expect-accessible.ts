import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright/test'
import { expect } from './journey.ts'

/** Expects that axe finds no issues in the current state of the page. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNoIssues(
    new AxeBuilder({ page })
      .options({ resultTypes: ['violations'] })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']),
  )
}

/** Switches an accessible page to dark colors and expects enough contrast. No other rule of axe depends on the colors. */
export async function expectContrastInDark(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNoIssues(
    new AxeBuilder({ page })
      .options({ resultTypes: ['violations'] })
      .withRules(['color-contrast', 'link-in-text-block']),
  )
}

async function expectNoIssues(axe: AxeBuilder): Promise<void> {
  const { violations } = await axe
    // Legacy mode takes half the time, because it opens no extra page to combine the results of frames. The pages have
    // no frames.
    .setLegacyMode()
    .analyze()
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`),
  ).toEqual([])
}
