import { Suspense, use } from 'react'
import { providerPlaceholders } from '#domain/site/provider-text.ts'
import { loadProviderText } from './provider.ts'
import { MailLink } from './mail-link.tsx'

/**
 * Link to the support e-mail address. It shows a placeholder until the address is loaded, so that the page does not
 * wait.
 */
export function SupportMail({ className }: { className: string }) {
  return (
    <Suspense fallback={<MailLink address={providerPlaceholders.email} className={className} />}>
      <ProviderMail className={className} />
    </Suspense>
  )
}

function ProviderMail({ className }: { className: string }) {
  const { email } = use(loadProviderText())
  return <MailLink address={email} className={className} />
}
