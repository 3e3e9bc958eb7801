const name = 'auftrag'

/**
 * Returns the address of the page for messages to support with the number of the order that they are about. It is in the
 * fragment, so it reaches no log and no referrer.
 */
export function supportLink(orderNumber: string): string {
  return `/kontakt#${new URLSearchParams({ [name]: orderNumber })}`
}

/** Returns the order number in the fragment of such an address, which anyone can write; empty without one. */
export function orderNumberIn(fragment: string): string {
  return new URLSearchParams(fragment.replace(/^#/, '')).get(name) ?? ''
}
