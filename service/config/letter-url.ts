/** Account at Pingen, as configured by `LETTER_URL`. */
export interface PingenAccount {
  clientId: string
  clientSecret: string
  /** UUID of the organisation that sends the letters. */
  organisation: string
  /** Base URL of the API, without a slash at the end. */
  api: string
}

export const letterUrlAllowed =
  'pingen://<client id>:<client secret>@<organisation>, with the UUID of the organisation; ' +
  'for the staging environment with ?api=https://api-staging.pingen.com'

const productionApi = 'https://api.pingen.com'
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Parses `pingen://<client id>:<client secret>@<organisation>`; returns undefined for anything else. */
export function readLetterUrl(text: string): PingenAccount | undefined {
  const url = text.startsWith('pingen://') && URL.canParse(text) ? new URL(text) : undefined
  if (!url || !uuid.test(url.hostname) || url.port || url.hash || !['', '/'].includes(url.pathname))
    return undefined
  const [clientId, clientSecret] = [decode(url.username), decode(url.password)]
  const api = readApi(url.searchParams)
  if (!clientId || !clientSecret || !api) return undefined
  return { clientId, clientSecret, organisation: url.hostname.toLowerCase(), api }
}

/** Decodes a percent-encoded part; returns undefined if it is malformed. */
function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}

function readApi(parameters: URLSearchParams): string | undefined {
  const names = [...parameters.keys()]
  if (names.length === 0) return productionApi
  const text = names.length === 1 ? (parameters.get('api') ?? '') : ''
  const url = /^https?:\/\//.test(text) && URL.canParse(text) ? new URL(text) : undefined
  if (!url || url.username || url.search || url.hash) return undefined
  return url.href.replace(/\/+$/, '')
}

export const letterSecretsAllowed =
  '16 to 32 printable ASCII characters without spaces and commas, several with a comma between them'

/**
 * Parses the signing keys of Pingen's webhooks, which have at most 32 characters. There are several if the webhooks
 * have different keys, or while a key is being replaced.
 */
export function readLetterSecrets(text: string): [string, ...string[]] | undefined {
  const [first, ...more] = text.split(/[\s,]+/).filter(Boolean)
  return first !== undefined && [first, ...more].every(isLetterSecret) ? [first, ...more] : undefined
}

function isLetterSecret(text: string): boolean {
  return /^[\x21-\x7e]{16,32}$/.test(text)
}
