import { Client } from 'pg'

/**
 * Returns the host that the driver connects to and whether the server's certificate is verified. The driver parses the
 * URL, because a `?host=` parameter overrides the host of the URL and can be the path of a Unix socket.
 */
export function connectionSecurity(url: string): { host: string; verified: boolean } {
  const modes = new URL(url).searchParams.getAll('sslmode')
  // If a parameter is repeated, the driver uses the last one.
  const verified = modes.length > 0 && modes.every((mode) => mode === 'verify-full')
  const plain = new URL(url)
  // Only the host is needed here. With these parameters, the driver would read certificate files and warn about some
  // modes.
  for (const name of ['sslmode', 'sslcert', 'sslkey', 'sslrootcert']) plain.searchParams.delete(name)
  return { host: new Client({ connectionString: plain.href }).host, verified }
}
