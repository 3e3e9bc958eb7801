import { useQuery } from '@tanstack/react-query'
import { failureParameter, providerLoginPath } from '#domain/users/provider-login.ts'
import { accountSchema } from '#domain/users/user-contract.ts'
import { buttonClass } from '#web/ui/button.tsx'

/** Returns the name of the account at the provider; null if none is configured, or the service cannot be reached. */
async function readProvider({ signal }: { signal: AbortSignal }): Promise<string | null> {
  const response = await fetch('/api/account', { signal, headers: { accept: 'application/json' } })
  return response.ok ? (accountSchema.parse(await response.json()).provider ?? null) : null
}

/**
 * Link to the login with an account at the provider of OpenID Connect, if one is configured. It is no form, because the
 * content security policy forbids forms to lead to another site.
 */
export function ProviderLogin() {
  const { data: name } = useQuery({ queryKey: ['provider'], queryFn: readProvider, staleTime: Infinity })
  if (!name) return null
  const { pathname, search } = window.location
  const query = new URLSearchParams(search)
  query.delete(failureParameter)
  const to = new URLSearchParams({ return: query.size > 0 ? `${pathname}?${query}` : pathname })
  return (
    <a href={`${providerLoginPath}?${to}`} className={buttonClass('secondary')}>
      Mit {name} anmelden
    </a>
  )
}
