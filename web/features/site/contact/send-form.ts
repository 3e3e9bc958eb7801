import type { ContactResponse } from '#domain/site/contact-contract.ts'

const timeoutMs = 15_000

export type SendResult = { ok: true } | { ok: false; faults: Record<string, string>; busy: boolean }

/**
 * Sends a form. In the result, `ok` is true if the service has stored the values. `busy` is true if the service has
 * rejected them because it received too many requests.
 */
export async function sendForm(path: string, values: object): Promise<SendResult> {
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(values),
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (response.status === 429) return { ok: false, faults: {}, busy: true }
    const result = (await response.json()) as Partial<ContactResponse>
    if (response.ok && result.success) return { ok: true }
    return { ok: false, faults: result.fields ?? {}, busy: false }
  } catch {
    return { ok: false, faults: {}, busy: false }
  }
}
