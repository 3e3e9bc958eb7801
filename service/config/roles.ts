/** Roles of a process. With PostgreSQL, several processes may have the same role. */
export const allRoles = ['ingest', 'projections', 'forwarding'] as const
export type Role = (typeof allRoles)[number]

/** Parses comma-separated names of roles. Returns undefined if the list is empty or contains an unknown name. */
export function readRoles(text: string): ReadonlySet<Role> | undefined {
  const names = text.split(',').map((name) => name.trim())
  const roles = names.map((name) => allRoles.find((role) => role === name))
  return roles.every((role) => role !== undefined) ? new Set(roles) : undefined
}
