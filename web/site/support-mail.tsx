import { Suspense, use } from 'react'
import { providerPlaceholders } from '#domain/provider-text.ts'
import { askProviderText } from './legal/provider.ts'
import { MailLink } from './mail-link.tsx'

/** Where visitors write to. Nothing on the page waits for it. */
export function SupportMail({ className }: { className: string }) {
  return (
    <Suspense fallback={<MailLink address={providerPlaceholders.email} className={className} />}>
      <ProviderMail className={className} />
    </Suspense>
  )
}

function ProviderMail({ className }: { className: string }) {
  const { email } = use(askProviderText())
  return <MailLink address={email} className={className} />
}
