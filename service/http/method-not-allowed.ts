import type { Hono, MiddlewareHandler } from 'hono'
import { methodNotAllowed } from 'hono/method-not-allowed'
import { Problem, problemResponse } from './errors.ts'

/**
 * Responds to unsupported methods of a route with 405 and the allowed methods. Without this middleware, Hono would
 * respond with 404.
 */
export function refuseOtherMethods(app: Hono): MiddlewareHandler {
  return methodNotAllowed({
    app,
    onMethodNotAllowed: (c, methods) =>
      problemResponse(
        new Problem({
          status: 405,
          type: 'method-not-allowed',
          title: 'Method not allowed',
          detail: `${c.req.method} is not allowed here, allowed: ${methods.join(', ')}.`,
          headers: { allow: methods.join(', ') },
        }),
      ),
  })
}
