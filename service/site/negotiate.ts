/** The packed forms that the site has, the smaller first. */
const encodings = ['br', 'gzip'] as const
export type Encoding = (typeof encodings)[number]

/** The packed forms that a client takes by its `Accept-Encoding`, what it likes most first (RFC 9110, 12.5.3). */
export function acceptedEncodings(header: string | undefined): Encoding[] {
  const weights = new Map<string, number>()
  for (const part of (header ?? '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
    const weight = parameters.find((text) => text.startsWith('q='))?.slice(2)
    // What is no weight is read as a refusal: unpacked everybody can read it.
    weights.set(name, weight === undefined ? 1 : Number(weight) || 0)
  }
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0
  return encodings.filter((name) => weightOf(name) > 0).toSorted((a, b) => weightOf(b) - weightOf(a))
}

/** Whether a client that sends this `If-None-Match` has the answer with this tag already. */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  return (ifNoneMatch ?? '').split(',').some((known) => {
    const tag = known.trim()
    return tag === '*' || tag.replace(/^W\//, '') === etag
  })
}
