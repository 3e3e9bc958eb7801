import { type Provider, providerPath } from '#domain/provider.ts'
import { supportEmail } from '#web/site/content/claims.ts'

const timeoutMs = 4000

/** What stands where nothing is configured; nobody can take it for real data. */
const placeholders: Record<keyof Provider, string> = {
  name: '[Firma mit Rechtsform, UG (haftungsbeschränkt) – bitte eintragen]',
  street: '[Straße und Hausnummer – bitte eintragen]',
  city: '[Postleitzahl und Ort – bitte eintragen]',
  representative: '[Geschäftsführung – bitte eintragen]',
  register: '[Registergericht und HRB-Nummer – bitte eintragen]',
  vatId: '[Umsatzsteuer-Identifikationsnummer – bitte eintragen]',
  email: supportEmail,
}

export type ProviderText = Record<keyof Provider, string>

let asked: Promise<ProviderText> | undefined

/** What a legal page shows of the provider, asked once. The texts are there also while the service cannot be asked. */
export function providerText(): Promise<ProviderText> {
  asked ??= ask().then((provider) => ({ ...placeholders, ...given(provider) }))
  return asked
}

async function ask(): Promise<Partial<Provider>> {
  try {
    const response = await fetch(providerPath, { signal: AbortSignal.timeout(timeoutMs) })
    return response.ok ? ((await response.json()) as Provider) : {}
  } catch {
    return {}
  }
}

function given(provider: Partial<Provider>): Partial<ProviderText> {
  return Object.fromEntries(Object.entries(provider).filter(([, value]) => value !== null))
}
