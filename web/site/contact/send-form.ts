import type { ContactAnswer } from '#domain/contact-contract.ts'

const timeoutMs = 15_000

export type Sent = { ok: true } | { ok: false; faults: Record<string, string>; busy: boolean }

/** Sends what a visitor wrote; `ok` only when the service keeps it. `busy`: too often within a minute. */
export async function sendForm(path: string, values: object): Promise<Sent> {
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(values),
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (response.status === 429) return { ok: false, faults: {}, busy: true }
    const answer = (await response.json()) as Partial<ContactAnswer>
    if (response.ok && answer.success) return { ok: true }
    return { ok: false, faults: answer.fields ?? {}, busy: false }
  } catch {
    return { ok: false, faults: {}, busy: false }
  }
}
