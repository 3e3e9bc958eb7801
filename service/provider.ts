import type { Provider } from '#domain/provider.ts'
import type { Env } from './env.ts'

/** Who runs the site, as far as it is configured. */
export function providerOf(env: Env): Provider {
  return {
    name: env.PROVIDER_NAME ?? null,
    street: env.PROVIDER_STREET ?? null,
    city: env.PROVIDER_CITY ?? null,
    representative: env.PROVIDER_REPRESENTATIVE ?? null,
    register: env.PROVIDER_REGISTER ?? null,
    vatId: env.PROVIDER_VAT_ID ?? null,
    email: env.PROVIDER_EMAIL ?? env.SUPPORT_EMAIL ?? null,
  }
}
