import { expect, test } from 'vitest'
import { createStatusLinks, statusLinkLifetime } from '#service/status/status-links.ts'

const piiKey = Buffer.alloc(32, 7)
const publicUrl = 'https://formlotse.example'
const now = Date.parse('2026-11-20T10:00:00Z')
const orderId = '019a9d3c-7a00-7000-8000-00000000000a'

const links = createStatusLinks({ piiKey, publicUrl })
const tokenOf = (url: string) => url.slice(url.indexOf('#') + 1)
const token = tokenOf(links.url(orderId, now))

test('the token is in the fragment of the status page', () => {
  const url = new URL(links.url(orderId, now))
  expect(url.origin + url.pathname + url.search).toBe('https://formlotse.example/auftrag')
  expect(url.hash).toMatch(/^#[\w-]{72}$/)
})

test('a token names its order until 120 days have passed', () => {
  expect(statusLinkLifetime).toBe(120 * 24 * 3600 * 1000)
  expect(links.read(token, now + statusLinkLifetime - 1)).toEqual({ orderId })
  expect(links.read(token, now + statusLinkLifetime)).toBeUndefined()
})

test('every process with the same key reads the token, no process with another key', () => {
  expect(createStatusLinks({ piiKey, publicUrl }).read(token, now)).toEqual({ orderId })
  expect(createStatusLinks({ piiKey: Buffer.alloc(32, 8), publicUrl }).read(token, now)).toBeUndefined()
})

test('a changed, shortened or extended token is refused', () => {
  const bytes = Buffer.from(token, 'base64url')
  for (let at = 0; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes)
    changed[at]! ^= 1
    expect(links.read(changed.toString('base64url'), now)).toBeUndefined()
  }
  expect(links.read(bytes.subarray(0, -1).toString('base64url'), now)).toBeUndefined()
  expect(links.read(Buffer.concat([bytes, Buffer.of(0)]).toString('base64url'), now)).toBeUndefined()
  expect(links.read('', now)).toBeUndefined()
  expect(links.read('kein token', now)).toBeUndefined()
})
