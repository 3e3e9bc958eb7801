/** Keys of experiments and of variants. They are parts of the names of measures, so they have no colon. */
export const variantKey = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/
export const maxKeyLength = 40
