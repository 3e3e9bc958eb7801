/** Prefix of test payment ids. */
export const testPaymentPrefix = 'test-'

/**
 * Returns whether a payment is a test without any money. Such payments are reported by the test payment page, or by a
 * provider in test mode.
 */
export function isTestPayment(paymentId: string): boolean {
  return paymentId.startsWith(testPaymentPrefix)
}
