/** Month of the current version of the terms and the privacy policy. Update it whenever their text changes. */
export const legalStatus = 'Stand: November 2026'
