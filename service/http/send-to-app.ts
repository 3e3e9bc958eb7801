/**
 * Sends a request to the app itself. `env` is that of the request that caused it, so that the limits count the same
 * client.
 */
export type SendToApp = (request: Request, env?: unknown) => Response | Promise<Response>
