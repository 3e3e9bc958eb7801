import { Client } from 'pg'

/**
 * Returns the host that the driver connects to and whether the server's certificate is verified; `url` names one host.
 * The host is read with the driver's own parser: a `?host=` parameter overrides the host of the URL and can be the path
 * of a Unix socket.
 */
export function connectionSecurity(url: string): { host: string; verified: boolean } {
  const modes = new URL(url).searchParams.getAll('sslmode')
  // If `sslmode` is repeated, the driver uses the last value. The connection counts as verified only if all values are
  // `verify-full`.
  const verified = modes.length > 0 && modes.every((mode) => mode === 'verify-full')
  const plain = new URL(url)
  // These parameters do not affect the host. With them, the driver would read certificate files and warn about some
  // modes.
  for (const name of ['sslmode', 'sslcert', 'sslkey', 'sslrootcert']) plain.searchParams.delete(name)
  return { host: new Client({ connectionString: plain.href }).host, verified }
}
