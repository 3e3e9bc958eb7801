/** What a host says about itself. */
export interface HostReport {
  /** Identifies the cluster; a base backup keeps it. */
  system: string
  /**
   * Number of the host's timeline. Each promotion begins a new one with a higher number, so a former primary that comes
   * back has a lower number than the current primary.
   */
  timeline: number
  /** True if the host accepts writes. */
  writable: boolean
}

/** What the hosts have said so far. A host that has been replaced stays replaced, even if no other host responds. */
export interface Known {
  system: string | undefined
  timeline: number
}

export interface Choice {
  /** Host that accepts writes and has the latest timeline. */
  primary: string | undefined
  /** Hosts that responded and must not be written to, with the reason. */
  refused: ReadonlyMap<string, string>
  known: Known
}

/**
 * Chooses the host to write to. `reports` contains the hosts that respond. Chooses none if two hosts accept writes on
 * the latest timeline, because other processes may use either of them.
 */
export function choosePrimary(reports: ReadonlyMap<string, HostReport>, before: Known): Choice {
  const systems = new Set([...reports.values()].map((report) => report.system))
  // If the hosts disagree from the beginning, it is unknown which cluster is meant, so none of them is written to.
  const system = before.system ?? (systems.size === 1 ? [...systems][0] : undefined)
  const members = [...reports].filter(([, report]) => report.system === system)
  const timeline = Math.max(before.timeline, ...members.map(([, report]) => report.timeline))
  const refused = new Map<string, string>()
  for (const [host, report] of reports) {
    const why = refusalOf(report, { system, timeline })
    if (why !== undefined) refused.set(host, why)
  }
  const writable = [...reports.keys()].filter((host) => !refused.has(host))
  if (writable.length > 1) for (const host of writable) refused.set(host, 'accepts writes, like another host')
  return {
    primary: writable.length === 1 ? writable[0] : undefined,
    refused,
    known: { system, timeline },
  }
}

function refusalOf(report: HostReport, { system, timeline }: Known): string | undefined {
  if (system === undefined) return 'belongs to another cluster than another host'
  if (report.system !== system) return 'belongs to another cluster'
  if (!report.writable) return 'is a standby or was made read-only'
  if (report.timeline < timeline)
    return `is a former primary: its timeline is ${report.timeline}, the latest one is ${timeline}`
  return undefined
}
