import { z } from 'zod'

/** Member of the responses to a logout. */
export const providerLogout = z
  .literal(true)
  .optional()
  .describe(
    'After a logout of a user who logged in at the provider of OpenID Connect: the browser should open `/api/account/oidc/logout` next.',
  )
