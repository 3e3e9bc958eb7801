/** Maximum number of costs in one request. Pages import these limits without the schemas. */
export const maxCostRows = 2000

/** Maximum size of a request in bytes: 2,000 rows of 200 bytes. */
export const maxCostBytes = 400 * 1024

/** Maximum costs of one row: a million euros. */
export const maxCostCents = 100_000_000
