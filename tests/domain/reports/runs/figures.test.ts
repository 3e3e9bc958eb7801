import { expect, test } from 'vitest'
import { measuresOfFigure } from '#domain/reports/runs/figures.ts'

const stages = (from: number) => Array.from({ length: 21 - from }, (_, index) => `stage:${from + index}`)
const abandoned = (from: number) => stages(from).map((stage) => stage.replace('stage', 'abandoned'))

test.each([
  ['runs', [...stages(0), 'completed'], []],
  ['open', stages(0), abandoned(0)],
  ['abandoned', abandoned(0), []],
  ['stage:0', [...stages(0), 'completed'], []],
  ['stage:3', [...stages(3), 'completed'], []],
  // Only a run with an order reaches the last stage. A step event for the last step is not enough.
  ['stage:4', ['completed'], []],
  ['lost:1', ['abandoned:0'], []],
  ['lost:3', ['abandoned:2'], []],
  ['lost:4', abandoned(3), []],
  ['open:1', ['stage:0'], ['abandoned:0']],
  ['open:4', stages(3), abandoned(3)],
  ['invalid:2:adresse.plz:incomplete', ['invalid:2:adresse.plz:incomplete'], []],
])('returns the measures of %s for a funnel with four steps', (figure, anyOf, butNot) => {
  expect(measuresOfFigure(figure, 4)).toEqual({ anyOf, butNot })
})

test.each([
  ['completed', ['within:1h', 'within:1d'], []],
  ['stage:4', ['within:1h', 'within:1d'], []],
  ['stage:3', [...stages(3), 'completed'], []],
  ['lost:3', ['abandoned:2'], []],
  ['lost:4', [...abandoned(3), 'within:7d', 'within:30d', 'within:later'], []],
  ['abandoned', [...abandoned(0), 'within:7d', 'within:30d', 'within:later'], []],
  ['open:4', stages(3), abandoned(3)],
])('returns the measures of %s if orders count within a day', (figure, anyOf, butNot) => {
  expect(measuresOfFigure(figure, 4, '1d')).toEqual({ anyOf, butNot })
})

test('tracking counts orders with at least one missing event', () => {
  const { anyOf } = measuresOfFigure('tracking:Samsung Internet', 4)!
  expect([anyOf[0], anyOf.at(-1), anyOf.length]).toEqual([
    'tracking:Samsung Internet:1',
    'tracking:Samsung Internet:20',
    20,
  ])
})

test.each(['stage:5', 'lost:0', 'lost:5', 'open:0', 'open:5', 'credit:last:source:google'])(
  'returns no measures for %s',
  (figure) => {
    expect(measuresOfFigure(figure, 4)).toBeUndefined()
  },
)
