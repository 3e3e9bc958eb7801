import type { ComparedField } from '#domain/reports/drop-off/silent-shape.ts'
import { duration, number, share } from '#web/features/reports/words/number-format.ts'
import { shortened } from '#domain/reports/words.ts'

export type Use = keyof ComparedField['difference']

interface Difference {
  field: ComparedField
  use: Use
  /** Estimated difference of the shares, with the 95 % confidence interval. */
  low: number
  high: number
}

const uses = ['slow', 'corrected', 'neverFilled'] as const satisfies readonly Use[]

/** Returns whether those who left did it more often than those who went on, and not just by chance. */
export function isCertain({ difference }: ComparedField, use: Use): boolean {
  return (difference[use]?.low ?? 0) > 0
}

/** Returns the differences that are not due to chance, beginning with the one that is the largest at least. */
export function certainDifferences(fields: readonly ComparedField[]): Difference[] {
  return fields
    .flatMap((field) =>
      uses.flatMap((use): Difference[] => {
        const { difference } = field
        return isCertain(field, use)
          ? [{ field, use, low: difference[use]!.low, high: difference[use]!.high }]
          : []
      }),
    )
    .toSorted((a, b) => b.low - a.low)
}

export function rateOf({ left, passed }: ComparedField, use: Use): { left: number; passed: number } {
  return {
    left: left.runs === 0 ? 0 : left[use] / left.runs,
    passed: passed.runs === 0 ? 0 : passed[use] / passed.runs,
  }
}

const actions: Record<Use, (field: ComparedField) => string> = {
  slow: ({ longerThanSeconds }) => `waren dort ${duration(longerThanSeconds ?? 0)} oder länger`,
  corrected: () => 'haben es korrigiert',
  neverFilled: () => 'haben es leer gelassen',
}

/** Returns a sentence about a difference, such as `„IBAN“: 41 % haben es leer gelassen, sonst 2 % (+31 bis +46 Punkte).` */
export function differenceSentence({ field, use, low, high }: Difference): string {
  const { left, passed } = rateOf(field, use)
  return `„${shortened(field.label)}“: ${share(left)} ${actions[use](field)}, sonst ${share(passed)} (+${points(low)} bis +${points(high)} Punkte).`
}

const points = (difference: number) => number(Math.round(difference * 100))
