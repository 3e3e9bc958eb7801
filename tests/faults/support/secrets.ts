export const piiKey = Buffer.alloc(32, 7)
export const reportsToken = 'reports-token-of-the-tests'
export const webhookSecret = `whsec_${Buffer.alloc(32, 9).toString('base64')}`

/** Secrets as environment variables of the service. */
export const secrets = {
  PII_KEY: piiKey.toString('base64'),
  REPORTS_TOKEN: reportsToken,
  REPORTS_PASSWORD: 'password of the tests',
  ORDERS_PASSWORD: 'operators of the tests',
  WEBHOOK_SECRET: webhookSecret,
}
