import { randomBytes } from 'node:crypto'
import * as fc from 'fast-check'
import { expect } from 'vitest'
import { z } from 'zod'
import { createVaultCipher } from '#db/keys/vault-cipher.ts'
import { cookieOf, logInUser, staffOf } from '#tests/service/users/staff.ts'
import { type TestService, openTestService, testOrdersPassword, testToken } from '#tests/service/harness.ts'
import { encodeForm } from '#tests/service/uploads/encode-form.ts'
import { type Schema, valuesOf } from './generate-values.ts'

export interface Operation {
  path: string
  method: string
  parameters?: { in: ParameterLocation; name: string; required: boolean; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}

type ParameterLocation = 'path' | 'query' | 'header'

/** Values of the parameters and the body of a request. */
export type Values = Record<ParameterLocation, Record<string, unknown>> & { body?: unknown }

interface Document {
  paths: Record<string, Record<string, Omit<Operation, 'path' | 'method'>>>
  components: { schemas: Record<string, Schema> }
}

const nothing = async () => undefined

/** Provider of OpenID Connect that cannot be reached. */
const provider = {
  issuer: 'http://localhost:1',
  clientId: 'formlotse',
  name: 'Firmenkonto',
  redirectUri: 'http://localhost:3000/api/account/oidc/callback',
}

/** Opens the service with all its routes and returns what its OpenAPI document describes. */
export async function openDescribedService() {
  const service = await openTestService({
    pageViews: { enqueue: () => undefined, stop: nothing },
    correspondence: {
      confirmedAt: () => Promise.resolve(undefined),
      requests: { open: () => undefined },
      notifyOperators: nothing,
      sendAccountLink: nothing,
      resendEmail: async () => ({ code: 'unknown-message' }),
      orderOfEmail: nothing,
      keepPayment: async () => undefined,
      acceptSupportRequest: nothing,
      acceptWithdrawal: nothing,
      readAnswer: () => undefined,
      acceptAnswer: async () => ({ code: 'unknown-order' }),
      acceptAmendment: async () => ({ code: 'unknown-order' }),
    },
    settings: { oidc: { ...provider, cipher: createVaultCipher(randomBytes(32)) } },
  })
  const cookies = { operator: await operatorCookie(service), admin: await adminCookie(service) }
  const document = (await (await service.app.request('/api/openapi.json')).json()) as Document
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Operation => ({ ...operation, path, method })),
  )
  const definitions = toDefinitions(document.components.schemas)
  const resolve = (ref: string) => document.components.schemas[ref.replace('#/components/schemas/', '')]!
  return {
    service,
    operations,
    /** Returns a fast-check arbitrary that generates values which a schema of the document allows. */
    valuesOf: (schema: Schema) => valuesOf(schema, resolve),
    /** Returns a fast-check arbitrary that generates requests which the document allows. */
    requestsOf: (operation: Operation) => requestsOf(operation, resolve),
    /** Returns a function that checks whether a schema of the document allows a value. */
    allowedBy(schema: Schema): (value: unknown) => boolean {
      const parser = z.fromJSONSchema(toDefinitions({ ...schema, $defs: definitions }) as never)
      return (value) => parser.safeParse(value).success
    },
    send: (operation: Operation, values: Values) => send(service, operation, values, cookies),
  }
}

export type DescribedService = Awaited<ReturnType<typeof openDescribedService>>

/** Replaces references to the schemas of the document by references to the `$defs` of a single schema. */
function toDefinitions<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value).replaceAll('#/components/schemas/', '#/$defs/')) as Value
}

function requestsOf(
  { parameters = [], requestBody }: Operation,
  resolve: (ref: string) => Schema,
): fc.Arbitrary<Values> {
  const placed = (where: ParameterLocation) => {
    const own = parameters.filter((one) => one.in === where)
    const arbitraries = own.map(({ name, schema }) => [name, valuesOf(schema, resolve)] as const)
    const requiredKeys = own.filter(({ required }) => required).map(({ name }) => name)
    return fc.record(Object.fromEntries(arbitraries), { requiredKeys })
  }
  const body = requestBody?.content['application/json']?.schema
  return fc.record({
    path: placed('path'),
    query: placed('query'),
    header: placed('header'),
    ...(body && { body: valuesOf(body, resolve) }),
  })
}

/** Logs an operator in and returns the cookie of the session. */
async function operatorCookie({ app }: TestService): Promise<string> {
  const response = await app.request('/api/desk/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Anna', password: testOrdersPassword }),
  })
  return response.headers.get('set-cookie')!.split(';')[0]!
}

/** Adds an admin and returns the cookie of the session. */
async function adminCookie({ app, store, piiKey, clock }: TestService): Promise<string> {
  const staff = staffOf({ store, piiKey, now: clock.now })
  await staff.add('Ada', 'admin')
  return cookieOf(await logInUser(app, staff.emailOf('Ada')))
}

async function send(
  service: TestService,
  { path, method }: Operation,
  { path: pathValues, query, header, body }: Values,
  cookies: { operator: string; admin: string },
) {
  const { app } = service
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(pathValues[name]) || '-'),
  )
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  const ofUser = ['/api/access/', '/api/account/', '/api/links'].some((start) => path.startsWith(start))
  const headers = new Headers(
    path.startsWith('/api/desk/')
      ? { cookie: cookies.operator }
      : ofUser
        ? { cookie: cookies.admin }
        : { authorization: `Bearer ${testToken}` },
  )
  for (const [name, value] of Object.entries(header)) headers.set(name, encodeURIComponent(String(value)))
  const encoded =
    body instanceof FormData
      ? await encodeForm(body)
      : body !== undefined && { contentType: 'application/json', body: JSON.stringify(body) }
  if (encoded) headers.set('content-type', encoded.contentType)
  const response = await app.request(`${filled}?${search}`, {
    method: method.toUpperCase(),
    headers,
    ...(encoded && { body: encoded.body }),
  })
  if (path === '/api/access/shared') {
    // The other operations need the shared token and a session, which ends when shared access is turned off.
    await app.request(path, {
      method: 'POST',
      headers: { cookie: cookies.admin, 'content-type': 'application/json' },
      body: '{"on":true}',
    })
    cookies.operator = await operatorCookie(service)
  }
  return response
}

/** Expects the status, media type and body of a response to be documented. Returns the body if it is JSON. */
export async function expectDocumented(operation: Operation, response: Response): Promise<unknown> {
  const documented = operation.responses[response.status]
  const text = await response.text()
  expect(documented, `status ${response.status}: ${text.slice(0, 300)}`).toBeDefined()
  const type = response.headers.get('content-type')?.split(';')[0] ?? ''
  if (!documented!.content) return undefined
  expect(Object.keys(documented!.content)).toContain(type)
  if (!type.endsWith('json')) return undefined
  const body: unknown = JSON.parse(text)
  const { schema } = documented!.content[type]!
  expect(z.fromJSONSchema(schema as never).safeParse(body).error).toBeUndefined()
  return body
}
