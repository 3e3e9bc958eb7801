import { expect, test } from 'vitest'
import { anmeldung } from '#domain/funnels/anmeldung.ts'
import { draftText, parseDraft } from '#web/features/funnel/handover/draft-text.ts'
import { newRun } from '#web/features/funnel/run/open-run.ts'
import { noon } from '#tests/build-events.ts'

const answers = { vorname: 'Gerd', iban: 'DE89370400440532013000', datenschutz: true }
const draft = {
  ...newRun(anmeldung, answers, noon),
  started: true,
  history: [1, 2],
  given: { datenschutz: 'hash' },
  handover: { isTaken: true },
}

test('the handed over draft has neither IBAN nor consents, and continues the same run', () => {
  const text = draftText(anmeldung, draft)
  expect(text).not.toMatch(/DE89|datenschutz|isTaken/)
  const { runId, secret } = draft
  expect(parseDraft(anmeldung, text, noon)).toEqual({
    ...newRun(anmeldung, { vorname: 'Gerd' }, noon),
    runId,
    secret,
    started: true,
    history: [1, 2],
  })
})

test.each(['', 'null', '{}', '{"runId":"1"}'])('the text %j is not a draft', (text) => {
  expect(parseDraft(anmeldung, text, noon)).toBeUndefined()
})
