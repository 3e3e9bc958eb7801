import { Suspense, use } from 'react'
import { providerPlaceholders } from '#domain/site/provider-text.ts'
import { loadProviderText } from './provider.ts'
import { MailLink } from './mail-link.tsx'

/** Link to the support e-mail address. Shows a placeholder while the address is loading. */
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
