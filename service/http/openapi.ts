import type { Hono, MiddlewareHandler } from 'hono'
import { type DescribeRouteOptions, describeRoute, generateSpecs } from 'hono-openapi'
import { z } from 'zod'
import { hoistDefinitions } from './hoist-definitions.ts'
import { deskCookie, sessionCookie, userCookie } from './session-cookie.ts'

/** Description of a route in the OpenAPI document; method and path are taken from the route itself. */
export interface RouteDescription {
  tag: string
  summary: string
  description?: string
  /** True if the route requires `Authorization: Bearer <REPORTS_TOKEN>`. */
  token?: true
  /** True if the route accepts the session cookie instead of the token. */
  session?: true
  /** True if the route requires the session of an operator. */
  operator?: true
  /** True if the route requires the session of a named user. */
  user?: true
  parameters?: Parameter[]
  body?: {
    schema: z.core.$ZodType
    description?: string
    /** Media type of the body; defaults to JSON. */
    type?: string
    /** True if the body can also be a CSV file. */
    csv?: boolean
  }
  responses: Record<number, ResponseDescription>
}

interface ResponseDescription {
  description: string
  schema?: z.core.$ZodType
  /** Media type of the response, or a list if there are several; defaults to JSON. */
  type?: string | readonly string[]
  /** True if the response is also available as a CSV file. */
  csv?: boolean
}

export interface Parameter {
  in: 'query' | 'path' | 'header'
  name: string
  schema: z.core.$ZodType
  required?: boolean
  description?: string
}

/** Description of an operation that is listed separately instead of next to its route. */
export interface Operation extends RouteDescription {
  method: 'get' | 'post' | 'delete'
  /** Path with parameters in braces: `/api/orders/{id}`. */
  path: string
}

/** Members that every problem document has (RFC 9457). */
export const problemSchema = z.looseObject({
  type: z.string().describe('URN that identifies the kind of problem.'),
  title: z.string(),
  status: z.int(),
  detail: z.string().optional(),
})

/** Returns the description of a problem response, as in `responses: { 429: problem('Too many requests.') }`. */
export function problem(description: string) {
  return { description, schema: problemSchema, type: 'application/problem+json' }
}

/**
 * Returns the middleware that describes a route in the OpenAPI document, using the schemas that validate it.
 */
export function describe(route: RouteDescription): MiddlewareHandler {
  return describeRoute(toOpenApi(route))
}

const alsoNamed = `The cookie \`${userCookie}\` of a named user is accepted instead, if the role allows it.`
const cookiePrefix = 'Over https, the name of the cookie begins with `__Host-`.'

/** Returns the OpenAPI 3.1 document of all described routes of an app and of the operations in `listed`. */
export async function openApiDocument(app: Hono, listed: readonly Operation[] = []) {
  const { paths, ...document } = await generateSpecs(app, {
    documentation: {
      info: {
        title: 'Formlotse',
        version: '1',
        description: 'Event ingest, orders and reports. Errors are problem JSON (RFC 9457).',
      },
      servers: [{ url: '/' }],
      components: {
        securitySchemes: {
          reportsToken: {
            type: 'http',
            scheme: 'bearer',
            description: 'The value of `REPORTS_TOKEN`, or the token of a script with this scope.',
          },
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: sessionCookie,
            description: `Set by \`POST /api/login\`. ${cookiePrefix} ${alsoNamed}`,
          },
          operatorSession: {
            type: 'apiKey',
            in: 'cookie',
            name: deskCookie,
            description: `Set by \`POST /api/desk/login\`. ${cookiePrefix} ${alsoNamed}`,
          },
          userSession: {
            type: 'apiKey',
            in: 'cookie',
            name: userCookie,
            description: `Set by \`POST /api/account/login\`, for named users. ${cookiePrefix}`,
          },
        },
      },
    },
  })
  const all: Record<string, Record<string, unknown>> = { ...paths }
  for (const { method, path, ...route } of listed) all[path] = { ...all[path], [method]: toOpenApi(route) }
  const hoisted = hoistDefinitions(all)
  const components = { ...document.components, schemas: hoisted.schemas }
  return { ...document, paths: hoisted.document, components }
}

function toOpenApi(route: RouteDescription): DescribeRouteOptions {
  const { tag, summary, description, token, session, operator, user, parameters, body, responses } = route
  return {
    tags: [tag],
    summary,
    ...(description && { description }),
    ...(token && {
      security: [{ reportsToken: [] }, ...(session ? [{ session: [] }] : [])],
    }),
    ...(operator && { security: [{ operatorSession: [] }] }),
    ...(user && { security: [{ userSession: [] }] }),
    ...(parameters && { parameters: parameters.map(toParameter) }),
    ...(body && {
      requestBody: {
        required: true,
        ...(body.description && { description: body.description }),
        content: {
          [body.type ?? 'application/json']: { schema: jsonSchema(body.schema, 'input') },
          ...(body.csv && { 'text/csv': { schema: { type: 'string' as const } } }),
        },
      },
    }),
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, response]) => [status, toResponse(response)]),
    ),
  }
}

function toResponse({ description, schema, type = 'application/json', csv }: ResponseDescription) {
  if (!schema) return { description }
  const content = { schema: jsonSchema(schema, 'output') }
  return {
    description,
    content: {
      ...Object.fromEntries([type].flat().map((one) => [one, content])),
      ...(csv && { 'text/csv': { schema: { type: 'string' as const } } }),
    },
  }
}

function toParameter({ schema, required, ...rest }: Parameter) {
  const { description, ...constraints } = jsonSchema(schema, 'input') as { description?: string }
  // A description belongs to the parameter: readers of the document do not expect one in its schema.
  return {
    ...(description && { description }),
    ...rest,
    required: required ?? rest.in === 'path',
    schema: constraints as NonNullable<ParameterObject['schema']>,
  }
}

type ParameterObject = Exclude<NonNullable<DescribeRouteOptions['parameters']>[number], { $ref: string }>

function jsonSchema(schema: z.core.$ZodType, io: 'input' | 'output') {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, reused: 'inline', override: dropId })
  return rest as NonNullable<ParameterObject['schema']>
}

/**
 * Removes the id of a schema. The id is the schema's name in the list of components, so it must not be a member of the
 * schema as well.
 */
function dropId({ jsonSchema: schema }: { jsonSchema: Record<string, unknown> }): void {
  delete schema['id']
}
