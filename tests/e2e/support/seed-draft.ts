import { randomBytes } from 'node:crypto'
import type { Page } from 'playwright/test'
import { v7 as uuidv7 } from 'uuid'
import type { Branch } from './branches.ts'

/** Stores a draft on the device before each page load, as if from an earlier visit. Returns the draft's run id. */
export async function seedDraft(page: Page, { funnel, form }: Branch, over: object = {}): Promise<string> {
  const runId = uuidv7()
  const draft = {
    runId,
    secret: randomBytes(32).toString('base64url'),
    funnelVersion: funnel.version,
    history: [],
    answers: form,
    savedAt: Date.now(),
    started: false,
    ...over,
  }
  await page.addInitScript(
    ([key, text]) => localStorage.setItem(key!, text!),
    [`form-${funnel.type}`, JSON.stringify(draft)],
  )
  return runId
}
