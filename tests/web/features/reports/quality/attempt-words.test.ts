import { expect, test } from 'vitest'
import { attemptWords } from '#web/features/reports/quality/attempt-words.ts'

test.each([
  [{ httpStatus: 503, error: 'status 503' }, 'Antwort 503'],
  [{ httpStatus: 200, error: null }, 'Antwort 200'],
  [{ httpStatus: null, error: 'ECONNREFUSED' }, 'Verbindung abgelehnt'],
  [{ httpStatus: null, error: 'timeout' }, 'keine Antwort innerhalb der Frist'],
  [{ httpStatus: null, error: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, 'Zertifikat des Empfängers ungültig'],
  [
    { httpStatus: 200, error: 'sent without the files of vollmacht, which cannot be read' },
    'Antwort 200, ohne Dateien gesendet, die nicht mehr lesbar sind',
  ],
  [{ httpStatus: null, error: 'EODD' }, 'nicht gesendet (Fehler EODD)'],
])('an attempt with %j is described as %s', (attempt, words) => {
  expect(attemptWords(attempt)).toBe(words)
})
