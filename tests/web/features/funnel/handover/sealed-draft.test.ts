import { expect, test } from 'vitest'
import { seal, unseal } from '#web/features/funnel/handover/sealed-draft.ts'

const content = { funnel: 'anmeldung', draft: '{"answers":{"vorname":"Łukasz"}}', field: 'dokumente' }

test('a draft is decrypted only with its key, and only if it is unchanged', async () => {
  const { sealed, key } = await seal(content)
  expect(key).toMatch(/^[\w-]{43}$/)
  expect(await unseal(sealed, key)).toEqual(content)
  expect(Buffer.from(sealed).toString('latin1')).not.toContain('vorname')

  const other = await seal(content)
  expect(other.key).not.toBe(key)
  await expect(unseal(sealed, other.key)).rejects.toThrow()
  await expect(unseal(sealed, key.slice(1))).rejects.toThrow()
  for (const at of [0, 12, sealed.length - 1]) {
    const changed = Uint8Array.from(sealed)
    changed[at]! ^= 1
    await expect(unseal(changed, key)).rejects.toThrow()
  }
  await expect(unseal(sealed.slice(0, 11), key)).rejects.toThrow()
})

test('a text without a draft is refused', async () => {
  const { sealed, key } = await seal({ funnel: 'anmeldung' } as typeof content)
  await expect(unseal(sealed, key)).rejects.toThrow('not a hand-over')
})
