import { scaleLinear, scalePoint } from 'd3-scale'
import { line as lineShape } from 'd3-shape'
import { averagesOf, type PlotLine, type PlotPoint } from './points.ts'
import { tickText, timeText, timeTicks } from './axis.ts'

export interface Size {
  width: number
  height: number
}

/** Values of a line. With `averages`, these are the line and `values` are dots. */
export interface LaidOutLine<Point> extends PlotLine<Point> {
  values: (number | null)[]
  averages: (number | null)[] | undefined
}

/** Scales, labels and values of a plot in a drawing of a given size. */
export interface PlotLayout<Point> {
  size: Size
  lines: LaidOutLine<Point>[]
  left: number
  right: number
  bottom: number
  x: (index: number) => number
  y: (value: number) => number
  valueLabels: { y: number; text: string }[]
  timeLabels: { x: number; text: string }[]
}

interface LayoutOptions<Point> {
  points: readonly Point[]
  lines: readonly PlotLine<Point>[]
  format: (value: number) => string
  /** Value that the axis must contain. */
  atLeast?: number
}

const [top, lineHeight, tickDistance] = [10, 26, 52]
const [characterWidth, labelWidth] = [7.6, 64]

export function layOut<Point extends PlotPoint>(
  { points, lines, format, atLeast = 0 }: LayoutOptions<Point>,
  size: Size,
): PlotLayout<Point> {
  const laidOut = lines.map((line) => ({
    ...line,
    values: points.map(line.value),
    averages: line.average && averagesOf(points, line.average),
  }))
  // The first hours of a day can have rates such as 100 %, which would flatten the whole days.
  const known = laidOut
    .flatMap(({ values }) => values.filter((_, index) => points[index]!.isWhole || points.length === 1))
    .filter((value) => value !== null)
  const bottom = size.height - lineHeight
  const tickCount = Math.max(2, Math.round((bottom - top) / tickDistance))
  const y = scaleLinear([0, Math.max(atLeast, ...known) || 1], [bottom, top])
    .nice(tickCount)
    .clamp(true)
  const ticks = y.ticks(tickCount).map((tick) => ({ y: y(tick), text: tickText(tick, format) }))
  const left = Math.ceil(Math.max(...ticks.map(({ text }) => text.length)) * characterWidth) + 10
  const right = size.width - 14
  const place = scalePoint([...points.keys()], [left, right])
  const x = (index: number) => place(index)!
  return {
    size,
    lines: laidOut,
    left,
    right,
    bottom,
    x,
    y,
    valueLabels: ticks,
    timeLabels: timeTicks(points, Math.max(2, Math.floor((right - left) / labelWidth))).map((index) => ({
      x: x(index),
      text: timeText(points[index]!),
    })),
  }
}

/**
 * Returns the path data of a line, which is interrupted where there is no value: of its solid parts, and of the dotted
 * parts from and to points that are not whole.
 */
export function pathsOf(
  values: readonly (number | null)[],
  { x, y }: Pick<PlotLayout<never>, 'x' | 'y'>,
  isDotted: (index: number) => boolean,
): { solid: string; dotted: string } {
  const path = (isDrawn: (index: number) => boolean) =>
    lineShape<number | null>()
      .defined((value, index) => value !== null && isDrawn(index))
      .x((_, index) => x(index))
      .y((value) => y(value!))(values) ?? ''
  return {
    solid: path((index) => !isDotted(index)),
    dotted: path((index) => [index - 1, index, index + 1].some((one) => one in values && isDotted(one))),
  }
}

/** Returns the indexes of the points with a value whose neighbors have none. No line leads to them. */
export function alonePoints(values: readonly (number | null)[]): number[] {
  const isKnown = (index: number) => (values[index] ?? null) !== null
  return [...values.keys()].filter((index) => isKnown(index) && !isKnown(index - 1) && !isKnown(index + 1))
}
