/** Scheme, user and password, hosts, database, parameters. Hosts contain commas, so `URL` cannot parse the whole. */
const parts = /^(postgres(?:ql)?:\/\/)((?:[^/?#]*@)?)([^/?#@]*)(\/[^?#]*)(\?[^#]*)?(?:#.*)?$/

/**
 * Values of `target_session_attrs` that the service accepts. It always writes, so both mean the same: the one host that
 * accepts writes.
 */
const primaryTargets = new Set(['read-write', 'primary'])

/**
 * Values for the standbys of reports. They all mean the same: only a standby is used, and the primary answers if there is
 * none.
 */
const standbyTargets = new Set(['standby', 'prefer-standby', 'read-only', 'any'])

/**
 * Splits the URL of a database with several hosts (`postgres://user@a:5432,b:5432/name`, as libpq takes it) into one URL
 * per host. A URL with one host yields itself. Returns undefined if the text is no such URL, if a host occurs twice, or
 * if it asks for one of several hosts that may be read-only.
 */
export function hostUrls(text: string): string[] | undefined {
  const urls = splitUrl(text)
  // With one host there is nothing to choose, so it may say anything.
  return urls?.length === 1 ? urls : splitUrl(text, primaryTargets)
}

/**
 * Splits the URL of standbys in the same way; returns undefined also if it asks for a host that accepts writes.
 */
export function standbyUrls(text: string): string[] | undefined {
  return splitUrl(text, standbyTargets)
}

function splitUrl(text: string, targets?: ReadonlySet<string>): string[] | undefined {
  const [, scheme, login, hosts, database, query = ''] = parts.exec(text) ?? []
  if (hosts === undefined || database === undefined || database.length < 2) return undefined
  const parameters = new URLSearchParams(query)
  const wanted = parameters.getAll('target_session_attrs')
  const names = hosts.split(',')
  if (targets && wanted.some((value) => !targets.has(value))) return undefined
  // `?host=` and `?port=` override the host of the URL, so they would send every connection to the same host.
  if (names.length > 1 && (parameters.has('host') || parameters.has('port'))) return undefined
  const urls = names.map((name) => `${scheme}${login}${name}${database}${withoutTarget(query)}`)
  if (!urls.every((url) => URL.canParse(url) && new URL(url).hostname !== '')) return undefined
  return new Set(urls.map(hostOf)).size === urls.length ? urls : undefined
}

/** Removes `target_session_attrs`. The other parameters stay as they are written. */
function withoutTarget(query: string): string {
  const kept = query
    .slice(1)
    .split('&')
    .filter((entry) => entry !== '' && !entry.startsWith('target_session_attrs='))
  return kept.length > 0 ? `?${kept.join('&')}` : ''
}

/** Returns the host and port of a URL with one host, for example `db-1:5432`. */
export function hostOf(url: string): string {
  const { hostname, port } = new URL(url)
  return `${hostname || 'localhost'}:${port || '5432'}`
}

/** Returns the hosts and the database of a URL for messages, without user and password. */
export function databaseName(url: string): string {
  const urls = hostUrls(url) ?? [url]
  return `${urls.map(hostOf).join(',')}${new URL(urls[0]!).pathname}`
}
