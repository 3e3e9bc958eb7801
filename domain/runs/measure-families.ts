import { type SegmentKind, segmentKindNames } from './dimensions.ts'

/**
 * Families of measures. Sums are stored per family, so that a report reads only the families that it needs:
 *
 * - `outcome`: how far runs got, how they ended and what they brought in. Most reports read only these few.
 * - `fulfilment`: what became of orders, and when. Only the report of the same name reads them, by campaign.
 * - `detail`: all measures that no other family names.
 * - `choice`: the choices of visitors, also combined with the outcome. They are compared by device.
 * - `combination`: measures combined with the outcome (see `allMeasures`), which lists of runs sum.
 * - `variant`: measures of the runs in experiments, by variant. The reports on experiments read them.
 * - `fields`: how visitors used fields. They have many names, and only the report on losses without a message reads them.
 *
 * To add a family, for example of many measures that only one report reads: add it here, assign its measures in
 * `familyOfKind`, and say in `kindsOfFamily` which kinds of segments have its sums. Requests that these kinds cannot
 * answer count run by run.
 */
export const measureFamilies = [
  'outcome',
  'fulfilment',
  'detail',
  'choice',
  'combination',
  'variant',
  'fields',
] as const
export type MeasureFamily = (typeof measureFamilies)[number]

/** Family of each kind of measures (see `kindOf`). */
const familyOfKind: Record<string, MeasureFamily> = {
  stage: 'outcome',
  completed: 'outcome',
  abandoned: 'outcome',
  recovered: 'outcome',
  order: 'outcome',
  paid: 'outcome',
  net: 'outcome',
  failed: 'fulfilment',
  withdrawn: 'fulfilment',
  refunded: 'fulfilment',
  paidIn: 'fulfilment',
  sentIn: 'fulfilment',
  choice: 'choice',
  'left:choice': 'choice',
  'value:choice': 'choice',
  left: 'combination',
  value: 'combination',
  variant: 'variant',
  silent: 'fields',
  lastField: 'fields',
  fieldTime: 'fields',
  corrected: 'fields',
  neverFilled: 'fields',
}

/**
 * Kinds of segments for which the sums of a family are stored, besides the total of all runs. Each measure is written
 * once for every kind, so families with many names have few kinds.
 */
const kindsOfFamily: Record<MeasureFamily, readonly SegmentKind[]> = {
  outcome: segmentKindNames,
  fulfilment: segmentKindNames,
  detail: segmentKindNames,
  choice: ['device'],
  combination: segmentKindNames,
  variant: ['device'],
  fields: ['device'],
}

/** Returns whether the sums of a family are stored for a kind of segments. */
export function hasFamily(kind: SegmentKind, family: MeasureFamily): boolean {
  return kindsOfFamily[family].includes(kind)
}

/**
 * Returns the kind of a measure, which is the part of its name before the first colon. Choices that are combined with
 * the outcome are of the kinds `left:choice` and `value:choice`, because a report reads them without the other
 * combinations.
 */
export function kindOf(measure: string): string {
  const colon = measure.indexOf(':')
  const kind = colon === -1 ? measure : measure.slice(0, colon)
  if (kind !== 'left' && kind !== 'value') return kind
  return combinedChoice.test(measure) ? `${kind}:choice` : kind
}

const combinedChoice = /^(?:left|value:\d+:\d+):choice:/

/** Returns the family of a measure. */
export function familyOf(measure: string): MeasureFamily {
  return familyOfKind[kindOf(measure)] ?? 'detail'
}

/** Returns the families of some kinds of measures. */
export function familiesOfKinds(kinds: readonly string[]): MeasureFamily[] {
  return [...new Set(kinds.map((kind) => familyOfKind[kind] ?? 'detail'))]
}
