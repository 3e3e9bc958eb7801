import { randomUUID } from 'node:crypto'
import { Hono, type MiddlewareHandler } from 'hono'
import type { AccessTokenStore } from '#db/ports/staff/access-token-store.ts'
import { newTokenSchema } from '#domain/users/user-contract.ts'
import { dayMs } from '#domain/time/durations.ts'
import { newScriptToken } from '#service/access/require-token.ts'
import type { AdminVariables, AuditAccess } from './admin.ts'
import * as described from './describe-access.ts'
import { conflict, readBody, unknownToken } from './problems.ts'
import { showToken } from './show-users.ts'
import type { UserDirectory } from './user-directory.ts'

interface TokenRouteDeps {
  tokens: AccessTokenStore
  directory: Pick<UserDirectory, 'list'>
  limit: MiddlewareHandler
  /** Refuses requests of others than admins. */
  admin: MiddlewareHandler<AdminVariables>
  audit: AuditAccess
  /** ms since the epoch */
  now: () => number
}

const maxTokens = 100
const noStore = { 'cache-control': 'no-store' }

/** Returns the routes with which admins make, list and end the tokens of scripts. */
export function tokenRoutes({ tokens, directory, limit, admin, audit, now }: TokenRouteDeps) {
  const routes = new Hono<AdminVariables>()
  routes.get('/api/access/tokens', described.tokens, admin, async (c) => {
    const [known, users] = await Promise.all([tokens.list(now()), directory.list()])
    const names = new Map<string | null, string>(users.map(({ id, name }) => [id, name]))
    const scripts = known.filter(({ kind }) => kind === 'script')
    const shown = scripts.map((token) => showToken(token, names.get(token.userId) ?? null))
    return c.json({ tokens: shown }, 200, noStore)
  })
  routes.post('/api/access/tokens', described.addToken, limit, admin, async (c) => {
    const { name, scope, days } = await readBody(c, newTokenSchema)
    const { token, hash } = newScriptToken()
    const [id, createdAt] = [randomUUID(), now()]
    const times = { createdAt, expiresAt: createdAt + days * dayMs }
    const added = { id, kind: 'script', name, scope, userId: c.var.admin.id, ...times } as const
    await audit(c, `add-token-${scope}`, { id, name })
    if (!(await tokens.add({ ...added, hash }, maxTokens)))
      throw conflict('too-many-tokens', `There are ${maxTokens} tokens already.`)
    const shown = showToken({ ...added, lastUsedAt: null }, c.var.admin.name)
    return c.json({ ...shown, token }, 201, noStore)
  })
  routes.delete('/api/access/tokens/:id', described.endToken, limit, admin, async (c) => {
    const id = c.req.param('id')
    const token = (await tokens.list(now())).find((known) => known.kind === 'script' && known.id === id)
    if (!token) throw unknownToken()
    await audit(c, 'end-token', token)
    await tokens.end(id)
    return c.body(null, 204)
  })
  return routes
}
