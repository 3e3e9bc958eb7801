import type { ProviderContent } from '#domain/documents/content.ts'
import { providerText, seatOf } from '#domain/site/provider-text.ts'
import type { Provider } from '#domain/site/site-settings.ts'
import type { Env } from '#service/config/env.ts'

/** Returns the provider's details for documents, with placeholders for missing values. */
export function providerContent(
  provider: Provider,
  env: Pick<Env, 'PROVIDER_VAT_ID' | 'PROVIDER_TAX_NUMBER'>,
): ProviderContent {
  const { name, street, city, representative, register, email } = providerText(provider)
  return {
    lines: [name, street, city],
    details: [
      `Sitz der Gesellschaft: ${seatOf(city)}`,
      `Geschäftsführung: ${representative}`,
      `Handelsregister: ${register}`,
    ],
    email,
    vatId: env.PROVIDER_VAT_ID ?? null,
    taxNumber: env.PROVIDER_VAT_ID === undefined ? (env.PROVIDER_TAX_NUMBER ?? null) : null,
  }
}
