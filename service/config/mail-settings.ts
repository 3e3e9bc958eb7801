import { emailRule } from '#domain/forms/rules/email.ts'

// Parsers for the variables about mail and the imprint. They return undefined for a wrong value.

export function mailServer(text: string): string | undefined {
  const parsed = URL.canParse(text) ? new URL(text) : undefined
  return parsed?.hostname && ['smtp:', 'smtps:'].includes(parsed.protocol) ? text : undefined
}

export function emailAddress(text: string): string | undefined {
  return emailRule().safeParse(text).success ? text : undefined
}

const maxAddresses = 50

export const emailAddressesAllowed = `1 to ${maxAddresses} e-mail addresses with commas between them`

/** Parses e-mail addresses that are separated by commas. A repeated one counts once. */
export function emailAddresses(text: string): string[] | undefined {
  const addresses = [...new Set(text.split(',').map((one) => one.trim()))]
  return addresses.length <= maxAddresses && addresses.every(emailAddress) ? addresses : undefined
}

export function sender(text: string): string | undefined {
  const address = /^[^<>"\p{C}]{1,100} <([^<>]+)>$/u.exec(text)?.[1] ?? text
  return emailAddress(address) && text
}

export function printable(text: string): string | undefined {
  return /^[^\p{C}]{1,200}$/u.test(text) ? text : undefined
}
