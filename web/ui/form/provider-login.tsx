import { useQuery } from '@tanstack/react-query'
import { providerLoginPath, returnParameter } from '#domain/users/provider-login.ts'
import { accountSchema } from '#domain/users/user-contract.ts'
import { buttonClass } from '#web/ui/button.tsx'

/** Returns the name of the account at the provider; null if none is configured. Throws if the service does not say. */
async function readProvider({ signal }: { signal: AbortSignal }): Promise<string | null> {
  const response = await fetch('/api/account', { signal, headers: { accept: 'application/json' } })
  if (!response.ok) throw new Error(`the service responded with status ${response.status}`)
  return accountSchema.parse(await response.json()).provider ?? null
}

/**
 * Link to the login with an account at the provider of OpenID Connect, if one is configured. It is no form, because the
 * content security policy forbids forms to lead to another site. `returnTo` is the page that is shown afterwards, by
 * default the current one.
 */
export function ProviderLogin({ returnTo }: { returnTo?: string | undefined }) {
  const { data: name } = useQuery({
    queryKey: ['provider'],
    queryFn: readProvider,
    staleTime: Infinity,
    retry: 2,
  })
  if (!name) return null
  const { pathname, search } = window.location
  const to = new URLSearchParams({ [returnParameter]: returnTo ?? pathname + search })
  return (
    <a href={`${providerLoginPath}?${to}`} className={buttonClass('secondary')}>
      Mit {name} anmelden
    </a>
  )
}
