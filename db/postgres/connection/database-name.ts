/** Returns host, port and name of a database for messages, without the password. */
export function databaseName(url: string): string {
  const { hostname, port, pathname } = new URL(url)
  return `${hostname || 'localhost'}:${port || '5432'}${pathname}`
}
