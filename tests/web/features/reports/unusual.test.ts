import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import type { FieldsReport, TrendReport } from '#domain/reports/drop-off/shape.ts'
import type { QualityReport } from '#domain/reports/quality/shape.ts'
import { SharedLinkContext } from '#web/features/reports/shared-link/shared-link-context.ts'
import {
  BrokenDays,
  brokenDays,
  unusualMessages,
  unusualSteps,
} from '#web/features/reports/stages/unusual.tsx'

const dayOf = (index: number) => `2026-11-${String(index + 1).padStart(2, '0')}`

/** Returns a day on which `lost` of 30 runs were lost in step 2. */
const trendDay = (index: number, lost: number): TrendReport['days'][number] => ({
  day: dayOf(index),
  stages: [40, 30, 30 - lost],
  lost: [10, lost],
  completed: 30 - lost,
  abandoned: 10 + lost,
  open: 0,
  recovered: 0,
  revenueCents: 0,
  netRevenueCents: 0,
  conversionRate: 0,
})
const days = Array.from({ length: 28 }, (_, index) => trendDay(index, index === 17 ? 22 : 8))
const quiet = { today: '2026-11-29', broken: [] }

test('a bad day of a step is named', () => {
  expect(unusualSteps(days, quiet)).toMatchObject([{ day: '2026-11-18', stage: 2, lost: 22, all: 30 }])
})

test('the current day and days on which tracking was broken are not named', () => {
  expect(unusualSteps(days, { ...quiet, today: '2026-11-18' })).toEqual([])
  expect(unusualSteps(days, { ...quiet, broken: ['2026-11-18'] })).toEqual([])
})

test('a message that appears on one day only is named, a frequent one is not', () => {
  const row = { step: 2, field: 'iban', rule: 'format', runs: 9 } as FieldsReport['rows'][number]
  const rare = { ...row, label: 'IBAN', runsByDay: days.map((_, index) => (index === 17 ? 9 : 0)) }
  const usual = { ...row, label: 'PLZ', runsByDay: days.map((_, index) => 5 + (index % 4)) }
  expect(unusualMessages(days, [usual, rare], quiet)).toMatchObject([
    { day: '2026-11-18', stage: 2, lost: 9, all: 30, message: { label: 'IBAN', rule: 'format' } },
  ])
})

const counts = (received: number, rejected: number) =>
  ({ received, rejected }) as Omit<QualityReport['days'][number], 'day'>

test('a day on which many events were rejected is broken', () => {
  const quality = days.map(({ day }, index) => ({
    day,
    ...(index === 13 ? counts(230, 42) : counts(430, 1)),
  }))
  expect(brokenDays(quality).map(({ day }) => day)).toEqual(['2026-11-14'])
  // Few rejected events among very many are unusual, but do not distort the losses.
  const many = days.map(({ day }, index) => ({ day, ...counts(100_000, index === 13 ? 900 : 10) }))
  expect(brokenDays(many)).toEqual([])
})

test('the warning of broken days links to the rejected events, but not for readers of a shared link', () => {
  const broken = [{ day: dayOf(0), all: 100, lost: 50, rate: 0.5, usualRate: 0.01, probability: 0 }]
  const link = { name: 'Agentur Nord', expiresAt: '2026-12-01T00:00:00.000Z' }
  const shown = (value?: typeof link) => {
    const warning = createElement(BrokenDays, { days: broken })
    const page = createElement(SharedLinkContext, { value }, warning)
    return renderToStaticMarkup(createElement(MemoryRouter, null, page))
  }
  expect(shown()).toContain('href="/datenqualitaet?')
  expect(shown(link)).toContain('Abgewiesene Ereignisse: am ')
  expect(shown(link)).not.toContain('href')
})
