export const testPaymentPrefix = 'test-'

/**
 * Returns whether a payment is a test in which no money is paid. Test payments are reported by the test payment page,
 * or by a provider in test mode.
 */
export function isTestPayment(paymentId: string): boolean {
  return paymentId.startsWith(testPaymentPrefix)
}
