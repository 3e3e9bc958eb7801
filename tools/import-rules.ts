/** The allowed imports of the files in one folder. These files may always import each other. */
export interface ImportRule {
  /** Path of a folder, or `folder/*` for the files directly in the folder. */
  folder: string
  /** Folders of this repository that may be imported, including their subfolders. */
  mayImport: readonly string[]
  /** Forbidden packages, as regular expressions. */
  forbiddenPackages?: readonly string[]
  /** If present, the only packages that are allowed. */
  onlyPackages?: readonly string[]
}

const engines = ['better-sqlite3', 'drizzle-orm', 'pg$', 'pg-boss']
const forbiddenInService = ['react', ...engines]
const forbiddenInWeb = ['hono', 'node:']

function service(folder: string, ...mayImport: string[]): ImportRule {
  return {
    folder: `service/${folder}`,
    mayImport: ['domain', 'db', ...mayImport.map((name) => `service/${name}`)],
    forbiddenPackages: forbiddenInService,
  }
}

function feature(folder: string, ...mayImport: string[]): ImportRule {
  return {
    folder: `web/features/${folder}`,
    mayImport: ['domain', 'web/ui', ...mayImport.map((name) => `web/features/${name}`)],
    forbiddenPackages: forbiddenInWeb,
  }
}

/**
 * The allowed imports of each folder. `oxlint.config.ts` generates the linter's zones from this table, and
 * `tests/boundaries.test.ts` verifies that the linter rejects every import that is not listed.
 *
 * Web features that render pages (funnel, order-status, site, reports, demo) do not import each other, except that the
 * status page of an order and the demo show the controls of the funnel. Pages may use the other features (settings, consent, attribution, tracking, analytics).
 */
export const importRules: readonly ImportRule[] = [
  { folder: 'domain', mayImport: [], onlyPackages: ['zod', 'zod/mini'] },
  { folder: 'db', mayImport: ['domain'], forbiddenPackages: ['hono', 'react'] },

  // `main.ts` and the files next to it wire the service together, so they may import all folders of the service.
  { folder: 'service/*', mayImport: ['domain', 'db', 'service'], forbiddenPackages: forbiddenInService },
  service('build'),
  service('observability'),
  service('background'),
  service('config', 'observability'),
  service('http', 'config', 'observability'),
  service('process', 'config', 'http'),
  service('access', 'http'),
  service('health', 'access', 'http', 'observability', 'process'),
  service('rejections'),
  service('ingest', 'access', 'documents', 'http', 'observability', 'process', 'rejections', 'texts'),
  service('users', 'access', 'emails', 'http', 'reports'),
  service('oidc', 'access', 'config', 'http', 'users'),
  service('shared-links', 'access', 'http', 'users'),
  service('texts', 'http', 'site'),
  service('operations', 'background', 'http'),
  service('annotations', 'access', 'http', 'operations'),
  service('costs', 'access', 'http', 'operations'),
  service('goals', 'access', 'http', 'operations'),
  service('conversions', 'access', 'http', 'reports'),
  service('uploads', 'access', 'documents', 'http', 'ingest', 'process'),
  service('handovers', 'access', 'http', 'process'),
  service('documents'),
  service('outgoing', 'uploads'),
  service('runs', 'background', 'orders'),
  service('lookups', 'config', 'http', 'outgoing'),
  service('orders', 'access', 'http', 'observability', 'outgoing'),
  service('analytics', 'http', 'outgoing'),
  service('emails'),
  service('withdrawals', 'access', 'background', 'http', 'journal', 'orders'),
  service('archive'),
  service('projections', 'archive', 'background', 'ingest', 'orders'),
  service('journal', 'config'),
  service('outbox', 'analytics', 'background', 'config', 'journal', 'observability', 'outgoing', 'uploads'),
  service(
    'correspondence',
    'access',
    'background',
    'config',
    'emails',
    'http',
    'journal',
    'observability',
    'orders',
    'outbox',
    'withdrawals',
  ),
  service(
    'fulfilment',
    'background',
    'config',
    'documents',
    'emails',
    'journal',
    'observability',
    'orders',
    'outbox',
    'site',
    'status',
    'texts',
    'uploads',
  ),
  service(
    'status',
    'access',
    'correspondence',
    'emails',
    'http',
    'ingest',
    'orders',
    'process',
    'texts',
    'uploads',
    'withdrawals',
  ),
  service(
    'desk',
    'access',
    'background',
    'correspondence',
    'documents',
    'emails',
    'http',
    'orders',
    'outbox',
    'uploads',
  ),
  service('alerts', 'access', 'background', 'emails', 'http', 'outbox', 'outgoing', 'reports'),
  service('reports', 'costs', 'goals', 'http', 'ingest', 'outbox', 'projections'),
  service('weekly-report', 'access', 'background', 'emails', 'http', 'outbox', 'reports'),
  service(
    'privacy',
    'background',
    'config',
    'correspondence',
    'ingest',
    'orders',
    'projections',
    'rejections',
    'uploads',
  ),
  service('site', 'config', 'http', 'privacy'),
  service('store-copy', 'archive', 'config', 'documents', 'outbox', 'projections', 'reports', 'users'),
  {
    folder: 'service/commands',
    mayImport: ['domain', 'db', 'service'],
    forbiddenPackages: forbiddenInService,
  },

  { folder: 'web/*', mayImport: ['domain', 'web'], forbiddenPackages: ['hono'] },
  { folder: 'web/ui', mayImport: ['domain'], forbiddenPackages: forbiddenInWeb },
  feature('settings'),
  feature('tracking'),
  feature('consent', 'settings'),
  feature('attribution', 'consent'),
  feature('analytics', 'attribution', 'consent', 'settings', 'tracking'),
  feature('funnel', 'attribution', 'consent', 'settings', 'tracking'),
  feature('order-status', 'funnel'),
  feature('site', 'analytics', 'consent', 'settings'),
  feature('reports'),
  feature('desk'),
  feature('account'),
  feature('api-docs'),
  feature('demo', 'funnel'),
  // This code runs in Node at build time, so it may use `node:` modules.
  { folder: 'web/build', mayImport: ['domain', 'web'], forbiddenPackages: ['hono'] },

  { folder: 'loadtest', mayImport: ['domain', 'db', 'service', 'tools'] },
  { folder: 'tools', mayImport: ['domain', 'db', 'service', 'loadtest'] },
  {
    folder: 'tests',
    mayImport: ['domain', 'db', 'service', 'web', 'loadtest', 'tools'],
  },
]

/** Returns the folders of `importRules` that files in the folder of this rule must not import. */
export function forbiddenFolders({ folder, mayImport }: ImportRule): string[] {
  const own = folder.replace(/\/\*$/, '')
  return importRules
    .map((rule) => rule.folder)
    .filter((other) => {
      const target = other.replace(/\/\*$/, '')
      if (other === folder || target === own || target.startsWith(`${own}/`)) return false
      return !mayImport.some((allowed) => target === allowed || target.startsWith(`${allowed}/`))
    })
}
