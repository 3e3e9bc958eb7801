import { expect, test } from 'vitest'
import { rangeWords } from '#web/features/reports/attribution/time-ranges.ts'

test.each([
  [0, 300, 'unter 5 Minuten'],
  [300, 900, '5 bis 15 Minuten'],
  [900, 3600, '15 Minuten bis 1 Stunde'],
  [3600, 21_600, '1 Stunde bis 6 Stunden'],
  [21_600, 86_400, '6 Stunden bis 1 Tag'],
  [86_400, 259_200, '1 Tag bis 3 Tage'],
  [259_200, 604_800, '3 bis 7 Tage'],
  [604_800, null, '7 Tage und mehr'],
])('%d to %j seconds are shown as %s', (fromSeconds, toSeconds, text) => {
  expect(rangeWords({ fromSeconds, toSeconds })).toBe(text)
})
