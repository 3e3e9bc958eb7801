import process from 'node:process'

/**
 * True in `npm run test:faults`, which runs the fault tests in all variants. `npm test` runs every fault test too, but
 * with fewer repetitions and only some of the variants.
 */
export const allVariants = process.env['FAULTS'] === 'all'
