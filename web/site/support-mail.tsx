import { Suspense, use } from 'react'
import { providerPlaceholders } from '#domain/provider-text.ts'
import { askProviderText } from './legal/provider.ts'

/** Where visitors write to. Nothing on the page waits for it. */
export function SupportMail({ className }: { className: string }) {
  return (
    <Suspense fallback={<span className={className}>{providerPlaceholders.email}</span>}>
      <MailLink className={className} />
    </Suspense>
  )
}

function MailLink({ className }: { className: string }) {
  const { email } = use(askProviderText())
  return (
    <a href={`mailto:${email}`} className={className}>
      {email}
    </a>
  )
}
