import { z } from 'zod'
import { sessionCookie } from './access/sessions.ts'

/** One endpoint as the document describes it. Route files export theirs beside their handlers. */
export interface Operation {
  method: 'get' | 'post' | 'delete'
  /** With parameters in braces: `/api/orders/{id}`. */
  path: string
  tag: string
  summary: string
  description?: string
  /** Needs `Authorization: Bearer <REPORTS_TOKEN>`. */
  token?: true
  /** The cookie of a session will do as well. */
  session?: true
  parameters?: {
    in: 'query' | 'path' | 'header'
    name: string
    schema: z.ZodType
    required?: boolean
    description?: string
  }[]
  body?: {
    schema: z.core.$ZodType
    description?: string
    /** JSON, unless another one is named. */ type?: string
  }
  responses: Record<number, { description: string; schema?: z.ZodType; type?: string }>
}

/** Members that every problem document has (RFC 9457). */
export const problemSchema = z.looseObject({
  type: z.string().describe('URN that tells this kind of problem apart.'),
  title: z.string(),
  status: z.int(),
  detail: z.string().optional(),
})

/** Common answer of a kind: `responses: { 429: problem('Too many requests') }`. */
export function problem(description: string) {
  return { description, schema: problemSchema, type: 'application/problem+json' }
}

/** The OpenAPI 3.1 document of all operations, made of the same schemas that validate. */
export function openApiDocument(operations: readonly Operation[]) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const operation of operations) {
    paths[operation.path] ??= {}
    paths[operation.path]![operation.method] = describeOperation(operation)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Formlotse',
      version: '1',
      description: 'Event ingest, orders and reports. Errors are problem JSON (RFC 9457).',
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      securitySchemes: {
        reportsToken: { type: 'http', scheme: 'bearer' },
        // Behind https with `__Host-` before it.
        session: { type: 'apiKey', in: 'cookie', name: sessionCookie },
      },
    },
  }
}

function describeOperation(operation: Operation) {
  const { tag, summary, description, token, session, parameters, body, responses } = operation
  return {
    tags: [tag],
    summary,
    ...(description && { description }),
    ...(token && { security: [{ reportsToken: [] }, ...(session ? [{ session: [] }] : [])] }),
    ...(parameters && {
      parameters: parameters.map(({ schema, required, ...rest }) => ({
        ...rest,
        required: required ?? rest.in === 'path',
        schema: jsonSchema(schema, 'input'),
      })),
    }),
    ...(body && {
      requestBody: {
        required: true,
        ...(body.description && { description: body.description }),
        content: { [body.type ?? 'application/json']: { schema: jsonSchema(body.schema, 'input') } },
      },
    }),
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, { description: text, schema, type = 'application/json' }]) => [
        status,
        {
          description: text,
          ...(schema && { content: { [type]: { schema: jsonSchema(schema, 'output') } } }),
        },
      ]),
    ),
  }
}

function jsonSchema(schema: z.core.$ZodType, io: 'input' | 'output') {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, reused: 'inline' })
  return rest
}
