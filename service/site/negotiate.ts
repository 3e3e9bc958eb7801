/** Encodings of the site's precompressed files, the better one first. */
const encodings = ['br', 'gzip'] as const
export type Encoding = (typeof encodings)[number]

/**
 * Returns the encodings that a client accepts by its `Accept-Encoding`, most preferred first (RFC 9110,
 * 12.5.3).
 */
export function acceptedEncodings(header: string | undefined): Encoding[] {
  const weights = new Map<string, number>()
  for (const part of (header ?? '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
    const weight = parameters.find((text) => text.startsWith('q='))?.slice(2)
    // An invalid weight counts as 0, so the encoding is not used. This is safe, because every client can read an
    // uncompressed response.
    weights.set(name, weight === undefined ? 1 : Number(weight) || 0)
  }
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0
  return encodings.filter((name) => weightOf(name) > 0).toSorted((a, b) => weightOf(b) - weightOf(a))
}

/** Returns whether a client that sends this `If-None-Match` already has the response with this tag. */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  return (ifNoneMatch ?? '').split(',').some((known) => {
    const tag = known.trim()
    return tag === '*' || tag.replace(/^W\//, '') === etag
  })
}
