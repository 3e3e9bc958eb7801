import type { z } from 'zod'

/** Thrown when the service responds with an error. `code` is the last part of the problem's type. */
export class AccountError extends Error {
  override name = 'AccountError'
  readonly status: number
  readonly code: string
  /** Member of the body that the service refused. */
  readonly parameter: string | undefined
  /** Seconds to wait before the next attempt, from the `Retry-After` header. */
  readonly retryAfter: number | undefined

  constructor(status: number, { code = '', parameter, retryAfter }: ErrorDetails = {}) {
    super(`the service responded with status ${status}`)
    this.status = status
    this.code = code
    this.parameter = parameter
    this.retryAfter = retryAfter
  }
}

interface ErrorDetails {
  code?: string
  parameter?: string
  retryAfter?: number
}

type Method = 'GET' | 'POST' | 'DELETE'

async function send(method: Method, path: string, body?: object): Promise<Response> {
  const response = await fetch(`/api/${path}`, {
    method,
    headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (response.ok) return response
  const problem = (await response.json().catch(() => ({}))) as { type?: unknown; parameter?: unknown }
  const seconds = Number(response.headers.get('retry-after'))
  throw new AccountError(response.status, {
    ...(typeof problem.type === 'string' && { code: problem.type.split(':').at(-1)! }),
    ...(typeof problem.parameter === 'string' && { parameter: problem.parameter }),
    ...(seconds > 0 && { retryAfter: seconds }),
  })
}

/** Sends a request whose response has a body. Throws `AccountError` if the service responds with an error. */
export async function request<Schema extends z.ZodType>(
  [method, path, body]: [Method, string, object?],
  schema: Schema,
): Promise<z.output<Schema>> {
  return schema.parse(await (await send(method, path, body)).json())
}

/** Sends a command whose response has no body. Throws `AccountError` if the service responds with an error. */
export async function command(method: Method, path: string, body?: object): Promise<void> {
  await send(method, path, body)
}
