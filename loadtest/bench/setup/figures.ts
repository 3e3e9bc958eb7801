/** A measured value with its yardstick and targets, shown as one row of the output table. */
export interface Figure {
  name: string
  value: number
  unit: string
  /** A reference value. It is measured together with `value`, so that the ratio depends less on the machine. */
  yardstick?: { name: string; value: number }
  /** `value` divided by `yardstick`; for several rounds, the median of their ratios. */
  ratio?: number
  targets: Target[]
  /** The conditions of the measurement, such as connections, request bodies and rounds. */
  setting: string
}

export interface Target {
  of: 'value' | 'ratio'
  least?: number
  most?: number
}

export function reachesTargets({ value, ratio = Number.NaN, targets }: Figure): boolean {
  return targets.every(({ of, least = -Infinity, most = Infinity }) => {
    const measured = of === 'ratio' ? ratio : value
    return measured >= least && measured <= most
  })
}

export function describeFigures(figures: readonly Figure[]): string {
  const head = ['FIGURE', 'MEASURED', 'YARDSTICK', 'RATIO', 'TARGET', '']
  const rows = figures.map((figure) => [
    figure.name,
    `${rounded(figure.value)} ${figure.unit}`,
    figure.yardstick ? `${rounded(figure.yardstick.value)} ${figure.yardstick.name}` : '',
    figure.ratio === undefined ? '' : figure.ratio.toFixed(2),
    figure.targets.map((target) => describeTarget(target, figure.unit)).join(', '),
    figure.targets.length === 0 ? '' : reachesTargets(figure) ? 'reached' : 'MISSED',
  ])
  const settings = figures.map(({ name, setting }) => `${name}: ${setting}`)
  return `${aligned([head, ...rows])}\n\n${settings.join('\n')}`
}

function describeTarget({ of, least, most }: Target, unit: string): string {
  const bound = least === undefined ? `≤ ${most}` : `≥ ${least}`
  return of === 'ratio' ? `ratio ${bound}` : `${bound} ${unit}`
}

function rounded(value: number): string {
  return value.toLocaleString('en', { maximumSignificantDigits: value < 1000 ? 3 : 4 })
}

function aligned(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  const line = (row: readonly string[]) => row.map((cell, column) => cell.padEnd(widths[column]!)).join('  ')
  return rows.map((row) => line(row).trimEnd()).join('\n')
}
