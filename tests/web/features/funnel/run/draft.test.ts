import { describe, expect, test } from 'vitest'
import { anmeldung as funnel } from '#domain/funnels/anmeldung.ts'
import { anmeldungForm, noon } from '#tests/build-events.ts'
import {
  type DraftStorage,
  afterStep,
  deleteDraft,
  draftKey,
  deleteOldDrafts,
  readDraft,
  writeDraft,
} from '#web/features/funnel/run/draft.ts'
import { memoryArea } from './memory-storage.ts'
import { runStartedAt } from '#domain/experiments/run-started-at.ts'
import { newRun, openRun } from '#web/features/funnel/run/open-run.ts'

function memoryStorage(): DraftStorage & { texts: Record<'lasting' | 'session', Map<string, string>> } {
  const texts = { lasting: new Map<string, string>(), session: new Map<string, string>() }
  return { texts, lasting: memoryArea(texts.lasting), session: memoryArea(texts.session) }
}

function refuse(): never {
  throw new DOMException('full', 'QuotaExceededError')
}

const draft = { ...newRun(funnel, anmeldungForm, noon), history: [1, 2, 3], started: true }
const key = draftKey(funnel.type)
const week = 7 * 24 * 3600 * 1000

describe('a draft', () => {
  test('is restored unchanged within the tab', () => {
    const storage = memoryStorage()
    expect(writeDraft(funnel, draft, storage)).toBe(true)
    expect(readDraft(funnel, storage, noon)).toEqual(draft)
  })

  test('keeps neither IBAN nor consents after the tab is closed', () => {
    const storage = memoryStorage()
    writeDraft(funnel, draft, storage)
    expect(storage.texts.lasting.get(key)).not.toMatch(/DE89|datenschutz/)
    storage.texts.session.clear()
    const answers = readDraft(funnel, storage, noon)?.answers
    expect(answers).toMatchObject({ vorname: 'Łucja', adresse: anmeldungForm.adresse })
    expect(answers).not.toHaveProperty('iban')
    expect(answers).not.toHaveProperty('datenschutz')
  })

  test('does not use the IBAN of another run', () => {
    const storage = memoryStorage()
    writeDraft(funnel, draft, storage)
    const text = storage.texts.session.get(key)!
    writeDraft(funnel, { ...newRun(funnel, {}, noon) }, storage)
    storage.texts.session.set(key, text)
    expect(readDraft(funnel, storage, noon)?.answers).toEqual({})
  })

  test('is kept for 7 days', () => {
    const storage = memoryStorage()
    writeDraft(funnel, draft, storage)
    expect(readDraft(funnel, storage, noon + week)).toBeDefined()
    expect(readDraft(funnel, storage, noon + week + 1)).toBeUndefined()
  })

  test('is removed from the device only when it is too old', () => {
    const storage = memoryStorage()
    writeDraft(funnel, draft, storage)
    deleteOldDrafts([funnel.type], storage, noon + week)
    expect([storage.texts.lasting.size, storage.texts.session.size]).toEqual([1, 1])
    deleteOldDrafts([funnel.type], storage, noon + week + 1)
    expect([storage.texts.lasting.size, storage.texts.session.size]).toEqual([0, 0])
  })

  test('keeps a history of the last ten opened steps without repetitions or unknown steps', () => {
    const opened = [1, 1, 2, 3, 2, 2, 3, 4, 1, 4, 3, 4, 1]
    const history = opened.reduce<readonly number[]>(afterStep, [])
    expect(history).toEqual([2, 3, 2, 3, 4, 1, 4, 3, 4, 1])
    const storage = memoryStorage()
    for (const [kept, read] of [
      [history, history],
      [
        [0, 1, 5, 'x', 1.5, 2],
        [1, 2],
      ],
      ['1', []],
    ] as const) {
      storage.texts.lasting.set(key, JSON.stringify({ ...draft, history: kept }))
      expect(readDraft(funnel, storage, noon)?.history).toEqual(read)
    }
  })

  test('can be deleted', () => {
    const storage = memoryStorage()
    writeDraft(funnel, draft, storage)
    deleteDraft(funnel.type, storage)
    expect([storage.texts.lasting.size, storage.texts.session.size]).toEqual([0, 0])
  })

  test.each([
    ['broken JSON', '{"runId"'],
    ['another type', '[]'],
    ['null', 'null'],
    ['no secret', JSON.stringify({ ...draft, secret: 'short' })],
    ['a foreign run id', JSON.stringify({ ...draft, runId: '../../etc' })],
    ['no time', JSON.stringify({ ...draft, savedAt: 'gestern' })],
  ])('is ignored with %s', (_, text) => {
    const storage = memoryStorage()
    storage.texts.lasting.set(key, text)
    expect(readDraft(funnel, storage, noon)).toBeUndefined()
  })

  test('keeps only values of known fields with the correct type', () => {
    const storage = memoryStorage()
    const answers = {
      vorname: 'Anna',
      alt: 'x',
      adresse: 'Hauptstraße 1',
      anrede: 'divers',
      naechstmoeglich: true,
    }
    storage.texts.lasting.set(key, JSON.stringify({ ...draft, answers }))
    expect(readDraft(funnel, storage, noon)?.answers).toEqual({ vorname: 'Anna', naechstmoeglich: true })
  })

  test('does not throw if storage is blocked', () => {
    const refusing = { getItem: refuse, setItem: refuse, removeItem: refuse }
    const storage = { lasting: refusing, session: refusing }
    expect(writeDraft(funnel, draft, storage)).toBe(false)
    expect(readDraft(funnel, storage, noon)).toBeUndefined()
    expect(() => deleteDraft(funnel.type, storage)).not.toThrow()
    expect(openRun(funnel, storage, noon)).toMatchObject({ answers: {}, started: false })
  })
})

describe('opening a funnel', () => {
  test('continues the run of the draft', () => {
    const storage = memoryStorage()
    writeDraft(funnel, draft, storage)
    expect(openRun(funnel, storage, noon)).toEqual(draft)
  })

  test('starts a new run with the same values if the funnel version has changed', () => {
    const storage = memoryStorage()
    writeDraft(funnel, { ...draft, funnelVersion: funnel.version - 1 }, storage)
    const opened = openRun(funnel, storage, noon)
    expect(opened).toMatchObject({
      answers: draft.answers,
      started: false,
      history: [],
      funnelVersion: funnel.version,
    })
    expect([opened.runId, opened.secret]).not.toContain(draft.runId)
    expect(readDraft(funnel, storage, noon)?.runId).toBe(opened.runId)
  })

  test('creates run ids that contain the time, and secrets of 32 bytes', () => {
    const before = Date.now()
    const { runId, secret } = newRun(funnel, {}, noon)
    expect(runStartedAt(runId)).toBeGreaterThanOrEqual(before)
    expect(runStartedAt(runId)).toBeLessThanOrEqual(Date.now() + 1)
    expect(secret).toMatch(/^[A-Za-z0-9_-]{43}$/)
  })
})
