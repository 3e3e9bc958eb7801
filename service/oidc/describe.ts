import { z } from 'zod'
import { describe } from '#service/http/openapi.ts'

const tag = 'Account'
const query = (name: string, description: string) => ({
  in: 'query' as const,
  name,
  schema: z.string(),
  required: false,
  description,
})

export const login = describe({
  tag,
  summary: 'Log in with an account at the provider of OpenID Connect',
  description: 'Exists only with `OIDC_ISSUER`. Opened by the browser itself.',
  parameters: [query('return', 'Page of the staff that is shown afterwards; by default `/konto`.')],
  responses: {
    302: {
      description:
        'To the provider. If it cannot be reached, or the client made too many attempts, to `/konto` with the reason in the parameter `anmeldung` and the page in `return`.',
    },
  },
})

export const callback = describe({
  tag,
  summary: 'Return from the provider of OpenID Connect',
  description: 'Exists only with `OIDC_ISSUER`. Sets the session cookie as a login with password does.',
  parameters: [
    query('state', 'The state that the login sent to the provider.'),
    query('code', 'The code of the provider.'),
    query('error', 'The error of the provider, such as `access_denied`.'),
  ],
  responses: {
    302: {
      description:
        'To the page that was requested; if the login failed, to `/konto` with the reason in the parameter `anmeldung` and the page in `return`.',
    },
  },
})

export const logout = describe({
  tag,
  summary: 'Continue a logout at the provider of OpenID Connect',
  description:
    'Exists only with `OIDC_ISSUER`. Opened by the browser itself after the logout here, if that says `providerLogout`. The provider may ask whether to log out, and then returns to `/konto`.',
  responses: {
    302: {
      description:
        'To the provider; to `/konto` if it has no logout. If it cannot be reached, or the client made too many attempts, to `/konto` with `logout-incomplete` in the parameter `anmeldung`.',
    },
  },
})
