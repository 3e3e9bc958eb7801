import { expect, test } from 'vitest'
import { createVaultCipher } from '#db/keys/vault-cipher.ts'

const cipher = createVaultCipher(new Uint8Array(32).fill(1))
const other = createVaultCipher(new Uint8Array(32).fill(2))
const location = { runId: 'run', position: 7 }

test.each(['', '{}', 'Łucja Müller-Lüdenscheidt 🏠', 'x'.repeat(100_000)])(
  'unseals what it sealed: %.20s',
  (text) => {
    expect(cipher.unseal(location, cipher.seal(location, text))).toBe(text)
  },
)

test('the same text is sealed differently every time', () => {
  expect(cipher.seal(location, 'text')).not.toEqual(cipher.seal(location, 'text'))
})

test.each([
  ['another run', { runId: 'other', position: 7 }],
  ['another position', { runId: 'run', position: 8 }],
  ['a location that reads the same in a row', { runId: '7run', position: 7 }],
])('cannot be unsealed at %s', (_, elsewhere) => {
  expect(() => cipher.unseal(elsewhere, cipher.seal(location, 'text'))).toThrow(/authenticate/)
})

test('bytes are unsealed unchanged, and only where they belong', () => {
  const bytes = Buffer.from([0, 255, 128, 13, 10])
  const part = { runId: 'run', upload: 'u', part: 1 }
  const sealed = cipher.seal(part, bytes)
  expect(cipher.unsealBytes(part, sealed)).toEqual(bytes)
  for (const elsewhere of [
    { ...part, part: 2 },
    { ...part, part: 'name' as const },
    { ...part, upload: 'v' },
    { ...part, runId: 'other' },
    location,
  ])
    expect(() => cipher.unsealBytes(elsewhere, sealed)).toThrow(/authenticate/)
  expect(() => other.unsealBytes(part, sealed)).toThrow(/of upload u was sealed with/)
})

test('detects every changed byte', () => {
  const sealed = cipher.seal(location, 'text')
  for (let index = 0; index < sealed.length; index += 1) {
    const changed = Buffer.from(sealed)
    changed[index]! ^= 1
    expect(() => cipher.unseal(location, changed)).toThrow(/authenticate|sealed with format and key/)
  }
  expect(() => cipher.unseal(location, sealed.subarray(0, 20))).toThrow(/sealed with format and key/)
})

test('reports that another key was used', () => {
  expect(() => other.unseal(location, cipher.seal(location, 'text'))).toThrow(
    /position 7 .* the given key is/,
  )
  expect(other.keyFingerprint).not.toBe(cipher.keyFingerprint)
})

test('unseals a value of an earlier version', () => {
  // This value was encrypted when the test was written. If the format, the key derivation or the additional data
  // changes, it cannot be decrypted.
  const sealed = Buffer.from(
    'Aeib79WbytZlpKzVa4zFqgyYAt4SGd6iUCUuQZdfVxo0Kkvv53ndgMTsYpuz433PRVYOXXwJ7GBG0ss=',
    'base64',
  )
  expect(cipher.unseal(location, sealed)).toBe('{"form":{"vorname":"Ada"}}')
  expect(cipher.keyFingerprint).toBe('e89befd58ba3610ed95096924a0194a0')
})

test('ignores case and surrounding spaces in e-mail addresses, under the same key', () => {
  const hmac = cipher.emailHmac('ada@example.org')
  expect(cipher.emailHmac(' Ada@EXAMPLE.org ')).toEqual(hmac)
  expect(cipher.emailHmac('bob@example.org')).not.toEqual(hmac)
  expect(other.emailHmac('ada@example.org')).not.toEqual(hmac)
})

test('rejects a key that does not have 32 bytes', () => {
  expect(() => createVaultCipher(new Uint8Array(31))).toThrow(/31 bytes; it must have exactly 32/)
})
