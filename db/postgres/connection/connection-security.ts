import { Client } from 'pg'

/**
 * Returns the host that the driver connects to and whether the server's certificate is verified. The driver parses the
 * URL, because `?host=` overrides the host before the path, and a path is a Unix socket.
 */
export function connectionSecurity(url: string): { host: string; verified: boolean } {
  const modes = new URL(url).searchParams.getAll('sslmode')
  // The driver takes the last of repeated parameters.
  const verified = modes.length > 0 && modes.every((mode) => mode === 'verify-full')
  const plain = new URL(url)
  // The driver would read certificate files and warn about some modes; only its host is needed here.
  for (const name of ['sslmode', 'sslcert', 'sslkey', 'sslrootcert']) plain.searchParams.delete(name)
  return { host: new Client({ connectionString: plain.href }).host, verified }
}
