import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { layOut } from '#web/features/reports/plot/layout.ts'
import { PlotDrawing } from '#web/features/reports/plot/plot-drawing.tsx'
import { type Rgb, contrast, difference, rgbOf, visions } from './color-vision.ts'

/**
 * Minimum distance of two colors in OKLab. CSS Color 4 takes 0.02 for a difference that is just noticeable between
 * patches side by side. Lines and bars are thin, apart from each other and compared with a legend, hence five times that.
 */
const minDifference = 0.1
/** Minimum contrast of graphics, WCAG 2.2, criterion 1.4.11. */
const minContrast = 3

const web = path.resolve(import.meta.dirname, '../../../../../web')
const read = (file: string) => readFileSync(path.join(web, file), 'utf8')

/** Colors that meet in one plot, and the files that draw it. */
const plots = [
  {
    name: 'lines over time',
    colors: ['1', 'past', 'mark'],
    files: [
      'overview/days-plot.tsx',
      'drop-off/trend-section.tsx',
      'drop-off/loss-panels.tsx',
      'quality/tracking-section.tsx',
      'plot/plot-drawing.tsx',
    ],
  },
  {
    name: 'funnels',
    colors: ['1', '2', '3', '4', 'lost', 'open', 'ground'],
    files: ['drop-off/funnel-plot.tsx'],
  },
  { name: 'the last minutes', colors: ['1', '2'], files: ['overview/live-section.tsx'] },
  { name: 'the last days', colors: ['mark', 'past'], files: ['blocks/sparkline.tsx'] },
  {
    name: 'bars that are subtracted or alarming',
    colors: ['1', 'mark'],
    files: ['quality/waterfall-section.tsx', 'blocks/share-bar.tsx'],
  },
  { name: 'what is reached and expected', colors: ['1', '2'], files: ['goals/goal-card.tsx'] },
  { name: 'weeks, in tints with their figures', colors: ['1'], files: ['goals/cohort-table.tsx'] },
]

const css = read('features/reports/plot-colors.css')
const declared = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/--([a-z0-9-]+):\s*([^;]+);/g)].map(([, name, value]) => [name, value]),
  )
const [lightPlots = '', darkPlots = ''] = css.split('@media screen and (prefers-color-scheme: dark)')
const light = { ...declared(read('ui/styles.css')), ...declared(lightPlots) }
const schemes = {
  light,
  dark: { ...light, ...declared(read('ui/dark.css')), ...declared(darkPlots) },
}

function colorOf(name: string, values: Record<string, string | undefined>): Rgb {
  const value = values[name] ?? ''
  const [, other] = /^var\(--([a-z0-9-]+)\)$/.exec(value) ?? []
  return other === undefined ? rgbOf(value) : colorOf(other, values)
}

const cases = Object.entries(schemes).flatMap(([scheme, values]) =>
  plots.flatMap(({ name, colors }) => visions.map((vision) => ({ scheme, values, name, colors, vision }))),
)

test.each(cases)('$scheme: in $name, colors differ for $vision.name', ({ values, colors, vision }) => {
  const seen = colors.map((name) => ({ name, rgb: colorOf(`plot-${name}`, values) }))
  const alike = seen.flatMap((one, index) =>
    seen
      .slice(index + 1)
      .map((other) => ({ pair: `${one.name}, ${other.name}`, is: difference(one.rgb, other.rgb, vision) }))
      .filter(({ is }) => is < minDifference),
  )
  expect(alike).toEqual([])
})

test.each(Object.entries(schemes))('%s: lines, marks and edges are seen on their ground', (_, values) => {
  const faint = ['1', '3', 'past', 'mark', 'lost'].flatMap((name) =>
    ['color-surface', 'plot-ground']
      .map((ground) => contrast(colorOf(`plot-${name}`, values), colorOf(ground, values)))
      .filter((is) => is < minContrast)
      .map((is) => ({ name, is })),
  )
  expect(faint).toEqual([])
})

test('plots have no other colors', () => {
  const root = path.join(web, 'features/reports')
  const drawn = globSync('**/*.{ts,tsx}', { cwd: root }).flatMap((file) => {
    const text = readFileSync(path.join(root, file), 'utf8')
    const names = [...text.matchAll(/var\(--plot-([a-z0-9]+)\)|plot-bar-([a-z0-9]+)/g)]
    return names.length === 0 ? [] : [{ file, colors: names.map(([, line, bar]) => line ?? bar) }]
  })
  expect(drawn.map(({ file }) => file).toSorted()).toEqual(plots.flatMap(({ files }) => files).toSorted())
  for (const { file, colors } of drawn)
    expect(plots.find(({ files }) => files.includes(file))!.colors).toEqual(expect.arrayContaining(colors))
  const others = plots.flatMap(({ files }) =>
    files.flatMap((file) => {
      const text = read(`features/reports/${file}`)
      return (
        text.match(/\b(bg|fill|stroke)-(leaf|amber|control|alarm(?!-soft))\b|color: 'var\(--color-[^']*/g) ??
        []
      )
    }),
  )
  expect(others).toEqual([])
})

const ruleOf = (name: string) => new RegExp(`\\.plot-bar-${name} \\{([^}]*)\\}`).exec(css)![1]

test('bars of lost and open runs have a pattern, and light bars an edge', () => {
  expect(ruleOf('lost')).toContain('repeating-linear-gradient')
  expect(ruleOf('open')).toContain('radial-gradient')
  expect(ruleOf('2')).toContain('border: 1px solid var(--plot-1)')
  expect(ruleOf('4')).toContain('border: 1px solid var(--plot-3)')
})

test('an unusual point has another shape, and an earlier period has dashes', () => {
  const points = [1, 2, 3].map((value) => ({
    day: `2026-11-0${value}`,
    to: `2026-11-0${value}`,
    isWhole: true,
    value,
  }))
  const line = { value: ({ value }: (typeof points)[number]) => value, format: String }
  const layout = layOut(
    {
      points,
      format: String,
      lines: [
        { ...line, name: 'now', color: 'var(--plot-1)', isUnusual: ({ value }) => value === 2 },
        { ...line, name: 'before', color: 'var(--plot-past)', dashes: '5 5', isPast: true },
      ],
    },
    { width: 300, height: 100 },
  )
  const drawn = renderToStaticMarkup(
    createElement(PlotDrawing<(typeof points)[number]>, {
      points,
      layout,
      usual: undefined,
      marks: undefined,
    }),
  )
  expect(drawn.match(/data-unusual/g)).toHaveLength(1)
  expect(drawn).toMatch(/stroke="var\(--plot-past\)"[^>]*>.*stroke-dasharray="5 5"/)
})
