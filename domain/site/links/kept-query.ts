const keptName = /^(?:utm_[a-z0-9_]{1,32}|gclid|fbclid)$/

/** Maximum length of a value, the same as in events. */
const maxValue = 200

/**
 * Maximum length of the whole encoded query, in characters. Encoding turns one character into up to nine. The length is
 * limited, because every link of a page repeats the query.
 */
const maxQuery = 2000

/**
 * Returns the part of a query that is kept when the visitor goes to another page: utm_*, gclid and fbclid. Each
 * parameter is kept once and truncated to 200 characters. Parameters that would make the query too long are omitted.
 * The result is empty or begins with `?`.
 */
export function keptQuery(search: string): string {
  const kept = new URLSearchParams()
  let length = 0
  for (const [name, value] of new URLSearchParams(search)) {
    if (!keptName.test(name) || kept.has(name)) continue
    const cut = value.slice(0, maxValue).toWellFormed()
    const more = String(new URLSearchParams({ [name]: cut })).length + 1
    if (length + more > maxQuery) continue
    length += more
    kept.append(name, cut)
  }
  return length > 0 ? `?${kept}` : ''
}
