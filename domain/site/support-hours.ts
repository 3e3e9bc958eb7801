/** When support answers, as a German sentence. Every page and e-mail that promises an answer contains it. */
export const supportPromise =
  'Wir melden uns in der Regel innerhalb von 24 Stunden bei Ihnen, am Wochenende und an Feiertagen am nächsten Werktag.'

/** When support is staffed, as a German sentence. */
export const supportHours = 'Besetzt ist der Support Montag bis Freitag von 9:00 bis 18:00 Uhr.'

/** Confirmation that a message to support has arrived. */
export const supportThanks = `Vielen Dank für Ihre Nachricht! ${supportPromise}`
