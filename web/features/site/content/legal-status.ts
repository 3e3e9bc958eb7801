/** Month of the terms and the privacy policy; change it with their text. */
export const legalStatus = 'Stand: November 2026'
