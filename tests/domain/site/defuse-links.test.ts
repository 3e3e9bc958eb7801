import { expect, test } from 'vitest'
import { defuseLinks } from '#domain/site/defuse-links.ts'

/** Matches text that a mail program would turn into a link. */
const linkable =
  /:[/\\]{2}|\bwww\.|\b(?:mailto|tel|javascript):\S|\S@\S|[\p{L}\p{N}-][.。．｡]\p{L}[\p{L}\p{N}-]/iu

test.each([
  ['https://evil.example/pay?x=1', 'https[:]//evil[.]example/pay?x=1'],
  ['HTTP:\\\\evil.example', 'HTTP[:]\\ \\evil[.]example'],
  ['Jetzt www.evil.example!', 'Jetzt www[.]evil[.]example!'],
  ['evil.co.uk/a', 'evil[.]co[.]uk/a'],
  ['sub.xn--evl-hoa.example', 'sub[.]xn--evl-hoa[.]example'],
  ['müll.köln', 'müll[.]köln'],
  ['evil。example', 'evil[.]example'],
  ['eva@evil.example', 'eva[at]evil[.]example'],
  ['mailto:eva', 'mailto[:]eva'],
  ['tel:+4912345', 'tel[:]+4912345'],
  ['ev\u200Bil.\u2060example', 'evil[.]example'],
  ['\u202Eelpmaxe.live', 'elpmaxe[.]live'],
  ['\\\\evil\\share', '\\ \\evil\\share'],
])('defuses %j to %j', (text, quoted) => {
  expect(defuseLinks(text)).toBe(quoted)
  expect(defuseLinks(text)).not.toMatch(linkable)
})

test.each([
  'Am 12.11.2026 um 10:30 Uhr, z. B. für 49,99 €.',
  'Frau Dr. O’Connor-Şahin',
  'Antrag Nr. 4: doppelt',
])('leaves %j unchanged', (text) => {
  expect(defuseLinks(text)).toBe(text)
})
