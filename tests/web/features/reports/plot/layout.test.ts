import { expect, test } from 'vitest'
import { alonePoints, layOut, pathsOf } from '#web/features/reports/plot/layout.ts'
import { averagesOf } from '#web/features/reports/plot/points.ts'
import { addDays } from '#web/features/reports/filters/period.ts'

const scale = { x: (index: number) => index, y: (value: number) => value }

test('a line is interrupted where there is no value, and dotted to points that are not whole', () => {
  const values = [1, 2, null, 3, null, 4, 5, 6]
  const { solid, dotted } = pathsOf(values, scale, (index) => index === 7)
  expect(solid).toBe('M0,1L1,2M3,3ZM5,4L6,5')
  expect(dotted).toBe('M6,5L7,6')
  expect(alonePoints(values)).toEqual([3])
})

test('a line is solid between whole points only', () => {
  const { solid, dotted } = pathsOf([1, 2, 3, 4], scale, (index) => index === 1)
  expect(solid).toBe('M0,1ZM2,3L3,4')
  expect(dotted).toBe('M0,1L1,2L2,3')
})

const pointsOf = (values: readonly number[], notWhole: readonly number[] = []) =>
  values.map((value, index) => {
    const day = addDays('2026-11-01', index)
    return { day, to: day, isWhole: !notWhole.includes(index), value }
  })

test('the average of a day is that of seven days, without those that are not whole', () => {
  const points = pointsOf([1, 2, 3, 100, 5, 6, 7, 8, 9], [3, 8])
  const sums = averagesOf(points, (several) => several.reduce((sum, { value }) => sum + value, 0))
  expect(sums).toEqual([null, null, null, null, null, null, 24, 31, null])
})

test('a day that is not over does not stretch the axis, and stays within the plot', () => {
  const points = pointsOf([0.2, 0.3, 1], [2])
  const lines = [{ name: 'Quote', color: '', value: (point: { value: number }) => point.value }]
  const layout = layOut({ points, lines, format: (value) => value.toFixed(1) }, { width: 300, height: 168 })
  expect(layout.valueLabels.at(-1)!.text).toBe('0.3')
  expect(layout.y(1)).toBeGreaterThan(0)
  expect([layout.x(0), layout.x(2)]).toEqual([layout.left, layout.right])
})

test.each([
  [0, ['0', '1', '2', '3', '4']],
  [3, ['0', '1', '2', '3', '4']],
  [43, ['0', '10', '20', '30', '40', '50']],
  [1_591_696, ['0', '500000', '1000000', '1500000', '2000000']],
])('the axis of counts up to %d has round labels, from the bottom of the plot to its top', (max, labels) => {
  const lines = [{ name: 'Anträge', color: '', value: (point: { value: number }) => point.value }]
  const options = { points: pointsOf([max, 0]), lines, format: String, atLeast: 4 }
  const { valueLabels, bottom } = layOut(options, { width: 600, height: 256 })
  expect(valueLabels.map(({ text }) => text)).toEqual(labels)
  expect([valueLabels[0]!.y, valueLabels.at(-1)!.y]).toEqual([bottom, 10])
})

test('a plot of zeros and a plot of one point have a scale', () => {
  const lines = [{ name: 'Quote', color: '', value: (point: { value: number }) => point.value }]
  const { x, y, left, right, bottom } = layOut(
    { points: pointsOf([0]), lines, format: String },
    { width: 600, height: 256 },
  )
  expect([x(0), y(0)]).toEqual([(left + right) / 2, bottom])
})
