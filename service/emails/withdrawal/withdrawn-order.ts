/** What the e-mails about a withdrawal say about the order. */
export interface WithdrawnOrder {
  number: string
  /** German name of the service. */
  product: string
  /** URL of the status page with its token; undefined if the e-mail must not contain it. */
  statusUrl?: string | undefined
}
