import { randomUUID } from 'node:crypto'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import type { Store } from '#db/ports/store.ts'
import {
  type AnnotationSource,
  type NewAnnotation,
  newAnnotationSchema,
} from '#domain/operations/annotation.ts'
import type { StoredAnnotation } from '#domain/operations/annotation-contract.ts'
import type { OperationalEventOf } from '#domain/operations/operational-event.ts'
import { describeRemoval, describeWriting } from './describe-annotations.ts'
import type { AccessVariables } from '#service/access/require-access.ts'
import { Problem } from '#service/http/errors.ts'
import { malformedBody } from '#service/http/problems/malformed-body.ts'
import { type RateLimitSettings, rateLimit } from '#service/http/rate-limit.ts'
import { readJsonBody } from '#service/http/read-json-body.ts'
import { wasStored } from '#service/http/update-in-progress.ts'

const annotationsPath = '/api/annotations'

interface AnnotationDeps {
  store: Pick<Store, 'operations'>
  /** Refuses requests without access to the reports. */
  access: MiddlewareHandler<AccessVariables>
  limits: RateLimitSettings
  /** Called after an event was stored, so that reports include it at once. */
  onCommit: () => void
}

/** Maximum size of a request in bytes. The longest title and text fit, even if each character has four bytes. */
const maxBytes = 8 * 1024

/** Far more than people and deploys write. It bounds what a script in a loop stores. */
const writesOfClient = { name: 'annotations', perHour: 60 }

/** Returns the routes with which people and scripts write annotations, and people remove them. */
export function annotationRoutes({ store, access, limits, onCommit }: AnnotationDeps): Hono<AccessVariables> {
  const app = new Hono<AccessVariables>()
  const limit = rateLimit(writesOfClient, limits)
  app.use(`${annotationsPath}/*`, access)

  app.post(annotationsPath, describeWriting, limit, async (c) => {
    const { title, text, day, funnel, key } = await readAnnotation(c)
    // Scripts send the token, people have a session.
    const source: AnnotationSource = c.get('access') === 'token' ? 'deploy' : 'person'
    const { status, position } = wasStored(
      await store.operations.append({
        type: 'annotated',
        once: `annotated:${key ?? randomUUID()}`,
        ...(day !== undefined && { day }),
        data: { title, source, ...(text !== undefined && { text }), ...(funnel !== undefined && { funnel }) },
      }),
    )
    if (status === 'stored') onCommit()
    const stored = await find(store, position)
    if (!stored) throw new Error(`the annotation at position ${position} cannot be read`)
    if (status !== 'stored' && !isSame(stored, { title, text, day, funnel })) throw differentAnnotation(key!)
    c.set('changedAt', position)
    return c.json(toStored(stored), status === 'stored' ? 201 : 200)
  })

  app.delete(`${annotationsPath}/:id`, describeRemoval, limit, async (c) => {
    const stored = await find(store, readId(c.req.param('id')))
    if (!stored) throw unknownAnnotation()
    const { position: annotation, day } = stored
    const once = `annotation_removed:${annotation}`
    const { status } = wasStored(
      await store.operations.append({ type: 'annotation_removed', once, day, data: { annotation } }),
    )
    if (status === 'stored') onCommit()
    c.set('changedAt', annotation)
    return c.body(null, 204)
  })
  return app
}

async function readAnnotation(c: Context): Promise<NewAnnotation> {
  const body = await readJsonBody(c, maxBytes)
  const read = newAnnotationSchema.safeParse(body)
  if (read.success) return read.data
  throw malformedBody('The annotation is malformed', body, read.error)
}

function readId(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw unknownAnnotation()
  return Number(text)
}

/** Finds an annotation by its position. */
async function find(
  { operations }: Pick<Store, 'operations'>,
  position: number,
): Promise<OperationalEventOf<'annotated'> | undefined> {
  const [last] = await operations.read({ types: ['annotated'], upTo: position, limit: 1 })
  return last?.position === position ? last : undefined
}

/** Returns whether a repeated request has the content that is stored. Without a day, it means that of the first one. */
function isSame(
  { day: storedDay, data }: OperationalEventOf<'annotated'>,
  { title, text, day = storedDay, funnel }: NewAnnotation,
): boolean {
  return data.title === title && data.text === text && data.funnel === funnel && storedDay === day
}

function differentAnnotation(key: string): Problem {
  return new Problem({
    status: 409,
    type: 'different-annotation',
    title: 'The key belongs to another annotation',
    detail: `key: read ${JSON.stringify(key)}, under which another title, text, day or funnel is stored. Nothing was changed; send another key.`,
    extensions: { parameter: 'key' },
  })
}

function toStored({ position, day, data }: OperationalEventOf<'annotated'>): StoredAnnotation {
  const { title, text = null, funnel = null, source } = data
  return { id: String(position), position, day, title, text, funnel, source }
}

function unknownAnnotation(): Problem {
  return new Problem({ status: 404, type: 'no-annotation', title: 'No such annotation' })
}
