import { isPlaceholder } from '#domain/site/provider-text.ts'
import { Placeholder } from './placeholder.tsx'

interface MailLinkProps {
  /** E-mail address, or a placeholder if the address is missing. */
  address: string
  className?: string
}

export function MailLink({
  address,
  className = 'text-leaf-700 underline underline-offset-3 hover:decoration-2',
}: MailLinkProps) {
  if (isPlaceholder(address)) return <Placeholder link={className}>{address}</Placeholder>
  return (
    <a href={`mailto:${address}`} className={className}>
      {address}
    </a>
  )
}
