import { expect, test } from 'vitest'
import type { Role } from '#domain/users/user-contract.ts'
import { AccountError } from '#web/features/account/api.ts'
import { failureText, roleChangeNote } from '#web/features/account/words.ts'

test('a client above a limit is told how long to wait', () => {
  expect(failureText(new AccountError(429, { retryAfter: 1800 }))).toContain('warten Sie 1800 Sekunden')
  expect(failureText(new AccountError(429))).toContain('warten Sie 60 Sekunden')
})

test.each<[Role, Role, string]>([
  ['marketer', 'admin', 'Alle Sitzungen dieser Person enden.'],
  [
    'marketer',
    'operator',
    'Alle Sitzungen und die geteilten Ansichten, die diese Person angelegt hat, enden.',
  ],
  [
    'admin',
    'marketer',
    'Alle Sitzungen und die Schlüssel für Skripte, die diese Person angelegt hat, enden.',
  ],
  [
    'admin',
    'operator',
    'Alle Sitzungen, die Schlüssel für Skripte und die geteilten Ansichten, die diese Person angelegt hat, enden.',
  ],
])('a change of the role from %s to %s says what ends', (from, to, note) => {
  expect(roleChangeNote(from, to)).toBe(note)
})
