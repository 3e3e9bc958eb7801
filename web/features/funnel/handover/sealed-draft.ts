import { toBase64Url } from '#web/features/funnel/run/base64-url.ts'

/** What is handed over to another device. */
export interface HandedOver {
  /** Type of the funnel. */
  funnel: string
  /** Draft as it is stored on the device: without the IBAN and the consents. */
  draft: string
  /** File field for which a file is wanted. If absent, the visitor continues on the other device. */
  field?: string
}

// The purpose is authenticated, so that no other ciphertext can be passed off as a hand-over.
const purpose = new TextEncoder().encode('formlotse-handover-1')
const ivBytes = 12

/** Encrypts a draft with a new key (AES-256-GCM). The random IV comes before the ciphertext. */
export async function seal(content: HandedOver): Promise<{ sealed: Uint8Array<ArrayBuffer>; key: string }> {
  const raw = crypto.getRandomValues(new Uint8Array(32))
  const iv = crypto.getRandomValues(new Uint8Array(ivBytes))
  const key = await crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt'])
  const text = new TextEncoder().encode(JSON.stringify(content))
  const ciphertext = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: purpose }, key, text)
  const sealed = new Uint8Array(ivBytes + ciphertext.byteLength)
  sealed.set(iv)
  sealed.set(new Uint8Array(ciphertext), ivBytes)
  return { sealed, key: toBase64Url(raw) }
}

/** Decrypts a draft. Throws if the key is wrong, or if the ciphertext was changed or has another format. */
export async function unseal(sealed: Uint8Array<ArrayBuffer>, keyText: string): Promise<HandedOver> {
  const key = await crypto.subtle.importKey('raw', fromBase64Url(keyText), 'AES-GCM', false, ['decrypt'])
  const iv = sealed.subarray(0, ivBytes)
  const ciphertext = sealed.subarray(ivBytes)
  const text = await crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData: purpose }, key, ciphertext)
  const content = JSON.parse(new TextDecoder().decode(text)) as Partial<HandedOver>
  const { funnel, draft, field } = content
  if (typeof funnel !== 'string' || typeof draft !== 'string') throw new Error('not a hand-over')
  return { funnel, draft, ...(typeof field === 'string' && { field }) }
}

/** Decodes base64url. Throws if the text is malformed. */
function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
    character.codePointAt(0)!,
  )
}
