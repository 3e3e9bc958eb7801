/** Of which month the terms and the privacy policy are; change it with their text. */
export const legalStatus = 'Stand: November 2026'
