import { Client } from 'pg'

/**
 * Returns the host that the driver connects to and whether the server's certificate is verified. The URL is parsed by
 * the driver, because a `?host=` parameter has precedence over the host before the path, and its value can be the path
 * of a Unix socket.
 */
export function connectionSecurity(url: string): { host: string; verified: boolean } {
  const modes = new URL(url).searchParams.getAll('sslmode')
  // If a parameter is repeated, the driver uses the last one.
  const verified = modes.length > 0 && modes.every((mode) => mode === 'verify-full')
  const plain = new URL(url)
  // These parameters are removed because the driver would read certificate files and warn about some modes, although
  // only its host is needed here.
  for (const name of ['sslmode', 'sslcert', 'sslkey', 'sslrootcert']) plain.searchParams.delete(name)
  return { host: new Client({ connectionString: plain.href }).host, verified }
}
