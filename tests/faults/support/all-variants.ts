import process from 'node:process'

/**
 * True in `npm run test:faults`, which runs the fault tests in all variants. `npm test` runs at
 * least one variant of each kind of fault, with fewer repetitions.
 */
export const allVariants = process.env['FAULTS'] === 'all'
