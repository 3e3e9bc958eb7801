import process from 'node:process'

/**
 * True in `npm run test:all` and the commands of its parts, such as `npm run test:faults`. `npm test` runs at least one
 * variant of every kind of test: for example each kind of fault with fewer repetitions, the upgrade from the last
 * version, and each journey on the screen size on which its page is mostly used.
 */
export const allVariants = process.env['VARIANTS'] === 'all'

/**
 * Which tests run by their tag: `quick` are all but those with the tag `slow`, as in `npm test`; undefined if all do.
 * `npm run test:slow` runs the others.
 */
export const speed = process.env['SPEED'] as 'slow' | 'quick' | undefined

/** Returns how many random cases a test checks: all of them in `npm run test:all`, a fifth in the other commands. */
export const randomCases = (all: number) => (allVariants ? all : Math.ceil(all / 5))
