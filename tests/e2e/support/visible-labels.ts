// Functions that run in the page cannot use functions of this file.
/* oxlint-disable unicorn/consistent-function-scoping */
import type { Page } from 'playwright/test'
import { expect } from './journey.ts'
import { accessibleNodes } from './spoken-page.ts'

const mark = 'data-checked-label'

/**
 * Expects that the accessible name of each control contains its visible label, so that it can be operated by voice (WCAG
 * 2.5.3).
 */
export async function expectNamesToContainLabels(page: Page): Promise<void> {
  const labels = await page.evaluate(markControls, mark)
  const { nodes, attributesOf } = await accessibleNodes(page)
  const names = new Map(
    nodes.flatMap((node) => {
      const index = attributesOf(node).get(mark)
      return index === undefined ? [] : [[Number(index), String(node.name?.value ?? '')]]
    }),
  )
  const wrong = labels
    .map((label, index) => ({ label, name: names.get(index) }))
    .filter(({ label, name }) => name !== undefined && (name === '' || !words(name).includes(words(label))))
  expect(wrong).toEqual([])
  expect(names.size).toBeGreaterThan(1)
}

/** Voice control ignores capital letters, punctuation and the star of required fields. */
const words = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Runs in the page. Numbers all controls in an attribute and returns their visible labels by number. */
function markControls(attribute: string): string[] {
  const isShown = (element: Element) => {
    const { width, height } = element.getBoundingClientRect()
    return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true })
  }
  const shownText = (root: Element): string => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts: string[] = []
    while (walker.nextNode()) {
      const parent = walker.currentNode.parentElement!
      if (isShown(parent) && !parent.closest('option, svg, .sr-only'))
        texts.push(walker.currentNode.nodeValue!)
    }
    return texts.join(' ')
  }
  const labelOf = (control: Element): string => {
    if (!control.matches('input, select, textarea')) return shownText(control)
    const { labels } = control as HTMLInputElement
    if (labels && labels.length > 0) return [...labels].map(shownText).join(' ')
    // An invisible file input lies on top of the text that looks like its button.
    return shownText(control.parentElement!)
  }
  const controls = [...document.querySelectorAll('a[href], button, input, select, textarea, summary')].filter(
    isShown,
  )
  controls.forEach((control, index) => control.setAttribute(attribute, String(index)))
  return controls.map(labelOf)
}
