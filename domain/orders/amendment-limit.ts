/**
 * Maximum number of amendments of an order. Each stores the whole form and, after the payment, typesets and sends a
 * document.
 */
export const maxAmendments = 30

/** Message for a customer whose order was amended too often. */
export const amendedTooOften =
  'Ihre Angaben wurden schon sehr oft geändert. Schreiben Sie uns bitte, wenn noch etwas nicht stimmt.'
