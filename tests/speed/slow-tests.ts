/** Tag of tests that run in `npm run test:slow`, not in `npm test`. */
export const slowTag = 'slow'

export type Speed = 'slow' | 'quick'

interface Chosen {
  onlySlow: boolean
  allVariants: boolean
  /** Files and folders given on the command line. */
  paths: readonly string[]
}

/** Returns which tests run by their tag; undefined if all do. */
export function speedOf({ onlySlow, allVariants, paths }: Chosen): Speed | undefined {
  if (onlySlow) return 'slow'
  return allVariants || paths.length > 0 ? undefined : 'quick'
}
