/** What a process of the service does; with PostgreSQL any number of processes may share each. */
export const allRoles = ['ingest', 'projections', 'forwarding'] as const
export type Role = (typeof allRoles)[number]

/** Names with commas between them; undefined when there is none or an unknown one. */
export function readRoles(text: string): ReadonlySet<Role> | undefined {
  const names = text.split(',').map((name) => name.trim())
  const roles = names.map((name) => allRoles.find((role) => role === name))
  return roles.every((role) => role !== undefined) ? new Set(roles) : undefined
}
