import { expect, test } from 'vitest'
import { suggestEmail } from '#domain/site/suggest-email.ts'

test.each([
  ['gmial.com', 'gmail.com'],
  ['gamil.com', 'gmail.com'],
  ['gmail.con', 'gmail.com'],
  ['gmail.co', 'gmail.com'],
  ['gmailcom', 'gmail.com'],
  ['gmail,com', 'gmail.com'],
  ['gmail.com.', 'gmail.com'],
  ['gmail..com', 'gmail.com'],
  ['GMAIL.CMO', 'gmail.com'],
  ['gmail.de', 'gmail.com'],
  ['gmail', 'gmail.com'],
  ['googelmail.com', 'googlemail.com'],
  ['gmx.d', 'gmx.de'],
  ['gmxde', 'gmx.de'],
  ['gxm.de', 'gmx.de'],
  ['gmx.ned', 'gmx.net'],
  ['wbe.de', 'web.de'],
  ['web.ed', 'web.de'],
  ['wed.de', 'web.de'],
  ['tonline.de', 't-online.de'],
  ['t-onlien.de', 't-online.de'],
  ['hotmial.com', 'hotmail.com'],
  ['hotmal.de', 'hotmail.de'],
  ['outlok.de', 'outlook.de'],
  ['yaho.de', 'yahoo.de'],
  ['iclod.com', 'icloud.com'],
  ['icloud.de', 'icloud.com'],
  ['freenet.ed', 'freenet.de'],
  ['firma-mueller.con', 'firma-mueller.com'],
  ['firma-mueller.dee', 'firma-mueller.de'],
])('max@%s is probably max@%s', (typed, intended) => {
  expect(suggestEmail(`max@${typed}`)).toBe(`max@${intended}`)
})

test.each([
  'gmail.com',
  'Gmail.com',
  'gmx.de',
  'gmx.net',
  'gmx.at',
  'gmx.ch',
  'web.de',
  'mail.de',
  'mail.com',
  'email.de',
  'me.com',
  'aol.de',
  'yahoo.fr',
  'yahoo.co.uk',
  'hotmail.it',
  'outlook.at',
  'example.org',
  'uni-koeln.de',
  'müller.de',
  'firma.com',
  'stadt.koeln',
  '__proto__',
  'constructor',
  '',
])('nothing is suggested for max@%s', (domain) => {
  expect(suggestEmail(`max@${domain}`)).toBeUndefined()
})

test('the name before the domain is kept, and text that is not an address is ignored', () => {
  expect(suggestEmail(' Max.Müller+Beitrag@gmial.com ')).toBe('Max.Müller+Beitrag@gmail.com')
  for (const text of ['', 'max', '@gmial.com', 'gmial.com']) expect(suggestEmail(text)).toBeUndefined()
})
