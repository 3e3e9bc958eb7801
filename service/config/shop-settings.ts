import { funnels } from '#domain/funnels/index.ts'
import { printable } from './mail-settings.ts'
import { StartError } from './start-error.ts'

// Parsers and checks of the variables about what visitors buy and how they pay. The parsers return undefined for a
// wrong value.

const maxMethods = 12
const maxLabelLength = 40

export const paymentMethodsAllowed = `1 to ${maxMethods} labels with commas between them like Kreditkarte,PayPal; each at most ${maxLabelLength} characters and given once`

/** Parses the means of payment, which pages show in this order. */
export function readPaymentMethods(text: string): string[] | undefined {
  const labels = text.split(',').map((label) => label.trim())
  const valid = labels.every((label) => label.length <= maxLabelLength && printable(label) !== undefined)
  return valid && labels.length <= maxMethods && new Set(labels).size === labels.length ? labels : undefined
}

export const vipTextAllowed =
  'one German sentence of at most 200 characters that ends with a full stop, for example: Ihr Brief geht am selben Werktag zur Post.'

/** Parses the sentence about the contents of the service level VIP. */
export function readVipText(text: string): string | undefined {
  return text.endsWith('.') ? printable(text) : undefined
}

const types = funnels.map(({ type }) => type)

export const productIdsAllowed = `an id of the checkout for each of ${types.join(', ')}, like ${types.map((type, index) => `${type}:${101 + index}`).join(',')}`

/** Parses the ids of the VIP products in the external checkout, by funnel. Every funnel must have one. */
export function readProductIds(text: string): Readonly<Record<string, number>> | undefined {
  const pairs = text.split(',').map((pair) => /^\s*(\w+)\s*:\s*([1-9]\d{0,9})\s*$/.exec(pair)?.slice(1) ?? [])
  const ids = Object.fromEntries(pairs.map(([type = '', id]) => [type, Number(id)]))
  const complete = pairs.length === types.length && types.every((type) => Object.hasOwn(ids, type))
  return complete ? ids : undefined
}

interface ShopEnv {
  CHECKOUT_URL: string | undefined
  PAYMENT_METHODS: string[] | undefined
  VIP: boolean
  VIP_TEXT: string | undefined
  VIP_PRODUCT_IDS: Readonly<Record<string, number>> | undefined
}

/**
 * Throws a `StartError` with a line for each missing variable. § 312j (1) BGB requires the means of payment to be named
 * before the order begins, and the description of what is sold. Without its own product id, a checkout would
 * charge the price of another product for a VIP order.
 */
export function refuseIncompleteShop<Env extends ShopEnv>(env: Env): Env {
  const lines = [
    env.CHECKOUT_URL !== undefined &&
      !env.PAYMENT_METHODS &&
      `PAYMENT_METHODS is missing: with CHECKOUT_URL, the means of payment that it offers are required; allowed: ${paymentMethodsAllowed}.`,
    env.VIP &&
      !env.VIP_TEXT &&
      `VIP_TEXT is missing: with VIP=on, a text that says what VIP contains is required; allowed: ${vipTextAllowed}`,
    env.VIP &&
      env.CHECKOUT_URL !== undefined &&
      !env.VIP_PRODUCT_IDS &&
      `VIP_PRODUCT_IDS is missing: with VIP=on and CHECKOUT_URL, the ids of the VIP products are required; allowed: ${productIdsAllowed}.`,
  ].filter((line) => line !== false)
  if (lines.length > 0) throw new StartError(lines.join('\n'))
  return env
}
