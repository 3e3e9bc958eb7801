import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { describe, expect, test } from 'vitest'
import { experimentsReport } from '#domain/reports/experiments/compute.ts'
import type { ExperimentReport, VariantRow } from '#domain/reports/experiments/shape.ts'
import { noon } from '#tests/build-events.ts'
import { triedAnmeldung } from '#tests/domain/experiments/funnel-with-experiment.ts'
import { ExperimentCard } from '#web/features/reports/experiments/experiment-card.tsx'
import {
  changeWords,
  differenceWords,
  resultWords,
} from '#web/features/reports/experiments/experiment-words.ts'

const [report] = experimentsReport({ asOfPosition: 0, lift: 10, now: noon }, [
  { funnel: triedAnmeldung, byVariant: [], recent: [] },
]).experiments as [ExperimentReport]

/** The names of columns are links to their definitions, which need a router. */
function shown(over: Partial<ExperimentReport>): string {
  const card = createElement(ExperimentCard, { experiment: { ...report, ...over } })
  return renderToStaticMarkup(createElement(MemoryRouter, null, card))
}

const tooFew = (variants: VariantRow[]) => shown({ variants }).split('zu wenige zum Prüfen').length - 1

describe('the card of an experiment', () => {
  test('has a result, except while the runs are divided in a wrong ratio', () => {
    expect(shown({})).toContain('für einen Vergleich')
    const warned = shown({ isRatioWrong: true })
    expect(warned).toContain('Die Aufteilung stimmt nicht')
    expect(warned).not.toContain('für einen Vergleich')
  })

  test('says which share the plan is made for', () => {
    const plan = { ...report.plan, rate: 0.9, lift: 0.2, plannedRate: 0.95 }
    expect(shown({ plan }).replaceAll('\u00a0', ' ')).toContain('von 90,0 % auf 95,0 %')
  })

  test('warns of a step that has become slower, and of no other', () => {
    const slow = { step: 2, limitSeconds: 20, timed: 1000, slow: 560 }
    const of = (low: number) => {
      const [first, second] = report.variants as [VariantRow, VariantRow]
      const slowRuns = [{ ...slow, difference: { value: 0.06, low, high: 0.11 } }]
      return shown({ variants: [first, { ...second, slowRuns }] }).replaceAll('\u00a0', ' ')
    }
    expect(of(0.01)).toMatch(
      /<strong>[^<]+:<\/strong> Schritt 2 dauert länger\. Mehr Anträge brauchen dort über 20 s/,
    )
    expect(of(-0.01)).not.toContain('dauert länger')
    expect(of(-0.01)).toContain(
      `Schritt 2, über 20 s: 56,0 %, ${differenceWords({ value: 0.06, low: -0.01, high: 0.11 })}`.replaceAll(
        '\u00a0',
        ' ',
      ),
    )
  })

  test('says of a variant, but not of the control, that its guardrails have too few runs', () => {
    const rows = report.variants.map((row) => {
      const slowRuns = [{ step: 2, limitSeconds: 20, timed: 20, slow: 10, difference: null }]
      return { ...row, slowRuns }
    })
    const difference = { value: 0, low: -0.1, high: 0.1 }
    const known = { unpaid: { orders: 1, difference }, withdrawn: { orders: 1, difference } }
    expect(tooFew(rows.slice(0, 1))).toBe(0)
    expect(tooFew(rows.slice(0, 2))).toBe(4)
    expect(tooFew([rows[0]!, { ...rows[1]!, ...known }])).toBe(2)
  })

  test('names stages as other pages do', () => {
    for (const title of ['Start', 'Schritt 1 geschafft', 'Bestellung'])
      expect(shown({})).toContain(`>${title}<`)
    expect(shown({})).not.toContain('Schritt 4 geschafft')
  })
})

test.each([
  ['zahlungsdaten', 'subtitle', 'Zahlung', 'Schritt 3 (Zahlungsweise), Unterzeile: „Zahlung“'],
  ['email', 'wording', null, 'E-Mail-Adresse, Texte geändert'],
  ['email', 'label', 'Wohin?', 'E-Mail-Adresse, Beschriftung: „Wohin?“'],
  ['iban', 'required', null, 'IBAN: darf leer bleiben'],
])('the change of %s, %s to %j is described as %s', (place, what, text, words) => {
  expect(changeWords('anmeldung', { place, what, text })).toBe(words)
})

test('too few orders are not said to become more after the end', () => {
  expect(resultWords({ ...report, state: 'running' })).toBe(
    'Noch zu wenige Bestellungen für einen Vergleich.',
  )
  expect(resultWords({ ...report, state: 'ended' })).toBe('Zu wenige Bestellungen für einen Vergleich.')
})
