import { type CsvTable, csvTable } from '#domain/reports/csv.ts'
import type { ComparedField, SilentReport } from './silent-shape.ts'

const columns = [
  'record',
  'step',
  'stepName',
  'field',
  'label',
  'lost',
  'silent',
  'silentRate',
  'runs',
  'share',
  'longerThanSeconds',
  ...['left', 'passed'].flatMap((fate) =>
    ['Runs', 'MedianSeconds', 'Slow', 'Corrected', 'NeverFilled'].map((name) => `${fate}${name}`),
  ),
  ...['slow', 'corrected', 'neverFilled']
    .flatMap((name) => [name, `${name}Low`, `${name}High`])
    .map(differenceName),
]

function differenceName(name: string): string {
  return `difference${name.charAt(0).toUpperCase()}${name.slice(1)}`
}

/** Returns all figures in one table. The column `record` distinguishes steps, last fields and the use of fields. */
export function silentCsv({ steps }: SilentReport): CsvTable {
  return csvTable(
    columns,
    steps.flatMap(({ step, stepName, lost, silent, silentRate, lastFields, fields }) => [
      { record: 'step', step, stepName, lost, silent, silentRate },
      ...lastFields.map((last) => ({ record: 'lastField', step, stepName, ...last })),
      ...fields.map((field) => ({ record: 'field', step, stepName, ...fieldCells(field) })),
    ]),
  )
}

function fieldCells({ field, label, longerThanSeconds, left, passed, difference }: ComparedField) {
  const groups = Object.entries({ left, passed }).flatMap(([fate, group]) =>
    Object.entries(group).map(([name, value]) => [
      `${fate}${name.charAt(0).toUpperCase()}${name.slice(1)}`,
      value,
    ]),
  )
  const differences = Object.entries(difference).flatMap(([name, estimate]) => [
    [differenceName(name), estimate?.value],
    [differenceName(`${name}Low`), estimate?.low],
    [differenceName(`${name}High`), estimate?.high],
  ])
  return { field, label, longerThanSeconds, ...Object.fromEntries([...groups, ...differences]) }
}
