import type { z } from 'zod'

/** Thrown when the service responds with an error. `code` is the last part of the problem's type. */
export class DeskError extends Error {
  override name = 'DeskError'
  readonly status: number
  readonly code: string
  /** Numbers of the orders that caused the error. */
  readonly numbers: readonly string[]

  constructor(status: number, code: string, numbers: readonly string[] = []) {
    super(`the service responded with status ${status}`)
    this.status = status
    this.code = code
    this.numbers = numbers
  }
}

const api = '/api/desk'

async function send(path: string, init: RequestInit, under = api): Promise<Response> {
  const response = await fetch(under + path, init)
  if (response.ok) return response
  const problem = (await response.json().catch(() => ({}))) as { type?: unknown; orders?: unknown }
  throw new DeskError(
    response.status,
    typeof problem.type === 'string' ? problem.type.split(':').at(-1)! : '',
    Array.isArray(problem.orders) ? problem.orders.filter((one) => typeof one === 'string') : [],
  )
}

/** Requests JSON; with a `body`, by POST. Throws `DeskError` if the service responds with an error. */
export async function request<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  body?: object,
): Promise<z.output<Schema>> {
  const response = await send(path, {
    headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  return schema.parse(await response.json())
}

/** Logs in a named user. Throws `DeskError` if the service refuses. */
export async function logInUser(email: string, password: string): Promise<void> {
  const headers = { accept: 'application/json', 'content-type': 'application/json' }
  const body = JSON.stringify({ email, password })
  await send('/login', { method: 'POST', headers, body }, '/api/account')
}

/** Requests a file. Throws `DeskError` if the service responds with an error. */
export async function requestFile(path: string): Promise<Blob> {
  return (await send(path, {})).blob()
}
