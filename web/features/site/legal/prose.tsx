import { Children, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { type ProviderText, isPlaceholder } from '#domain/site/provider-text.ts'
import { MailLink } from '#web/features/site/provider/mail-link.tsx'
import { Placeholder } from '#web/features/site/provider/placeholder.tsx'

// This module contains the building blocks of the legal texts.

const linkLook = 'text-leaf-700 visited:text-visited underline underline-offset-3 hover:decoration-2'

export function Bullets({ items }: { items: readonly ReactNode[] }) {
  return (
    <ul className="grid list-disc gap-1.5 pl-6 marker:text-leaf-600">
      {Children.map(items, (item) => (
        <li>{item}</li>
      ))}
    </ul>
  )
}

/** Paragraphs with the numbers (1), (2) and so on. A single paragraph has no number. */
export function Paragraphs({ items }: { items: readonly ReactNode[] }) {
  if (items.length === 1) return <div>{items[0]}</div>
  return Children.map(items, (item, index) => (
    // Not a <p>, because the item may contain a list.
    <div>
      ({index + 1}) {item}
    </div>
  ))
}

export function SiteLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className={linkLook}>
      {children}
    </Link>
  )
}

export function OutsideLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} rel="noopener noreferrer" className={linkLook}>
      {children}
    </a>
  )
}

/** Renders a value of the provider data, or a marked placeholder. */
export function Entry({ children }: { children: string }) {
  return isPlaceholder(children) ? <Placeholder>{children}</Placeholder> : children
}

export function PostalAddress({ provider }: { provider: ProviderText }) {
  return (
    <address className="not-italic">
      {[provider.name, provider.street, provider.city].map((line) => (
        <span key={line} className="block">
          <Entry>{line}</Entry>
        </span>
      ))}
      <span className="block">Deutschland</span>
      <span className="block">
        E-Mail: <MailLink address={provider.email} />
      </span>
    </address>
  )
}

export function Facts({ rows }: { rows: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="overflow-hidden rounded-xl border border-line bg-surface">
      {rows.map(([name, value]) => (
        <div
          key={name}
          className="grid gap-x-6 border-line px-5 py-3 not-first:border-t sm:grid-cols-[13rem_1fr]"
        >
          <dt className="font-semibold">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
