import type { Locator } from 'playwright/test'

/** Fills in an input as the browser's autofill does: without keys, and with an event that has no input type. */
export async function autofill(input: Locator, text: string): Promise<void> {
  await input.evaluate((element: HTMLInputElement, value) => {
    // React replaces the setter of the element, and ignores changes that go through its own.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(element, value)
    element.dispatchEvent(new Event('input', { bubbles: true }))
  }, text)
}
