/** The imports that files of one folder may have besides their own folder. */
export interface ImportRule {
  /** A folder, or `folder/*` for the files directly in it. */
  folder: string
  /** Folders of this repository, including subfolders. */
  mayImport: readonly string[]
  /** Forbidden packages, as regular expressions. */
  refusedPackages?: readonly string[]
  /** If present, the only packages that are allowed. */
  onlyPackages?: readonly string[]
}

const engines = ['better-sqlite3', 'drizzle-orm', 'pg$', 'pg-boss']
const servicePackages = ['react', ...engines]
const webPackages = ['hono', 'node:']

function service(folder: string, ...mayImport: string[]): ImportRule {
  return {
    folder: `service/${folder}`,
    mayImport: ['domain', 'db', ...mayImport.map((name) => `service/${name}`)],
    refusedPackages: servicePackages,
  }
}

function feature(folder: string, ...mayImport: string[]): ImportRule {
  return {
    folder: `web/features/${folder}`,
    mayImport: ['domain', 'web/ui', ...mayImport.map((name) => `web/features/${name}`)],
    refusedPackages: webPackages,
  }
}

/**
 * The imports that each folder may have. The linter's zones follow from this table (`oxlint.config.ts`), and
 * `tests/boundaries.test.ts` adds a forbidden import for every pair that is not listed.
 *
 * Of the web features, those that draw pages (funnel, site, reports, demo) never import each other, except that the demo
 * shows the funnel's controls; the others (settings, consent, attribution, tracking, analytics) are used by pages.
 */
export const importRules: readonly ImportRule[] = [
  { folder: 'domain', mayImport: [], onlyPackages: ['zod', 'zod/mini', 'ibantools'] },
  { folder: 'db', mayImport: ['domain'], refusedPackages: ['hono', 'react'] },

  // Only the wiring, `main.ts` and the files next to it, imports every folder of the service.
  { folder: 'service/*', mayImport: ['domain', 'db', 'service'], refusedPackages: servicePackages },
  service('observability'),
  service('background'),
  service('config', 'observability'),
  service('http', 'config', 'observability'),
  service('process', 'config', 'http'),
  service('access', 'http'),
  service('health', 'access', 'http', 'observability', 'process'),
  service('ingest', 'access', 'http', 'observability', 'process'),
  service('uploads', 'access', 'http', 'ingest', 'process'),
  service('outgoing', 'uploads'),
  service('runs', 'background', 'orders'),
  service('lookups', 'config', 'http', 'outgoing'),
  service('orders', 'access', 'http', 'observability', 'outgoing'),
  service('analytics', 'http', 'outgoing'),
  service('withdrawals', 'access', 'background', 'http', 'orders'),
  service('projections', 'background', 'ingest', 'orders'),
  service('outbox', 'analytics', 'background', 'observability', 'outgoing', 'uploads'),
  service(
    'correspondence',
    'access',
    'background',
    'config',
    'http',
    'observability',
    'orders',
    'outbox',
    'withdrawals',
  ),
  service('reports', 'http', 'outbox', 'projections'),
  service('privacy', 'background', 'config', 'correspondence', 'ingest', 'orders', 'projections', 'uploads'),
  service('site', 'config', 'http', 'privacy'),
  service('store-copy', 'config', 'outbox', 'projections', 'reports'),
  { folder: 'service/commands', mayImport: ['domain', 'db', 'service'], refusedPackages: servicePackages },

  { folder: 'web/*', mayImport: ['domain', 'web'], refusedPackages: ['hono'] },
  { folder: 'web/ui', mayImport: ['domain'], refusedPackages: webPackages },
  feature('settings'),
  feature('tracking'),
  feature('consent'),
  feature('attribution', 'consent'),
  feature('analytics', 'attribution', 'consent', 'settings', 'tracking'),
  feature('funnel', 'attribution', 'consent', 'settings', 'tracking'),
  feature('site', 'analytics', 'consent', 'settings'),
  feature('reports'),
  feature('demo', 'funnel'),
  // Runs on Node at build time.
  { folder: 'web/build', mayImport: ['domain', 'web'], refusedPackages: ['hono'] },

  { folder: 'loadtest', mayImport: ['domain', 'db', 'service', 'tools'] },
  { folder: 'tools', mayImport: ['domain', 'db', 'service', 'loadtest'] },
  {
    folder: 'tests',
    mayImport: ['domain', 'db', 'service', 'web', 'loadtest', 'tools'],
  },
]

/** Returns the folders of the table that a file of this folder must not import. */
export function refusedFolders({ folder, mayImport }: ImportRule): string[] {
  const own = folder.replace(/\/\*$/, '')
  return importRules
    .map((rule) => rule.folder)
    .filter((other) => {
      const target = other.replace(/\/\*$/, '')
      if (other === folder || target === own || target.startsWith(`${own}/`)) return false
      return !mayImport.some((allowed) => target === allowed || target.startsWith(`${allowed}/`))
    })
}
