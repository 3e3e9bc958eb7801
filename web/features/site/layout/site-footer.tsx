import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { ConsentButton } from '#web/features/consent/consent-question.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { CheckIcon } from '#web/ui/icons.tsx'
import { sampleFigures, trustBadges } from '#web/features/site/content/claims.ts'
import { services } from '#web/features/site/content/services.ts'
import { legalPages, servicePages } from '#web/features/site/content/legal-pages.ts'
import { LogoMark } from './logo.tsx'
import { SampleTag } from '#web/features/site/reviews/sample-tag.tsx'
import { serviceLink } from '#web/features/site/content/site-links.ts'
import { SupportMail } from '#web/features/site/provider/support-mail.tsx'

const link = 'inline-flex min-h-8 items-center underline-offset-4 hover:text-leaf-800 hover:underline'

export function SiteFooter() {
  const { pathname, search } = useLocation()
  return (
    <footer className="border-t border-line bg-surface">
      <div
        className={classNames(
          'mx-auto max-w-6xl px-4 pt-12 text-sm text-muted sm:px-6',
          // Leave room for the sticky call to action.
          pathname === '/' ? 'pb-28 md:pb-32' : 'pb-10',
        )}
      >
        <div className="grid gap-10 sm:grid-cols-2 lg:grid-cols-[2fr_1fr_1fr_1fr]">
          <About />
          <LinkList title="Anliegen">
            {services.map((service) => (
              <li key={service.id}>
                <Link to={serviceLink(service, search)} className={link}>
                  {service.title}
                </Link>
              </li>
            ))}
          </LinkList>
          <LinkList title="Service">
            <li>
              <SupportMail className={classNames(link, 'break-all')} />
            </li>
            {servicePages.map((page) => (
              <NewTabLink key={page.path} {...page} />
            ))}
          </LinkList>
          <LinkList title="Rechtliches">
            {legalPages.map((page) => (
              <NewTabLink key={page.path} {...page} />
            ))}
            <li>
              <ConsentButton className={classNames(link, 'cursor-pointer')} />
            </li>
          </LinkList>
        </div>
        <div className="mt-10 flex flex-wrap items-center justify-between gap-x-8 gap-y-5 border-t border-line pt-6">
          <Badges />
          <p>© 2024 Formlotse</p>
        </div>
      </div>
    </footer>
  )
}

function About() {
  return (
    <div className="max-w-md">
      <p className="flex items-center gap-2.5 text-leaf-800">
        <LogoMark />
        <span className="text-lg font-bold tracking-tight">Formlotse</span>
      </p>
      <p className="mt-4">
        Wir bereiten Anträge zum Rundfunkbeitrag vor und leiten sie weiter: verständlich, digital und ohne
        Hotline.
      </p>
      <p className="mt-3">
        Formlotse ist ein unabhängiger, kostenpflichtiger Dienst. Wir stehen in keiner Verbindung zum
        Beitragsservice von ARD, ZDF und Deutschlandradio. Ihren Antrag können Sie dort auch selbst und
        kostenlos stellen.
      </p>
    </div>
  )
}

function LinkList({ title, children }: { title: string; children: ReactNode }) {
  return (
    <nav aria-label={title}>
      <h2 className="mb-2 font-semibold text-ink">{title}</h2>
      <ul className="grid gap-0.5">{children}</ul>
    </nav>
  )
}

/** Link that opens in a new tab, so that visitors do not leave a form they are filling in. */
function NewTabLink({ path, title }: { path: string; title: string }) {
  return (
    <li>
      <a href={path} target="_blank" rel="noopener" className={link}>
        <span>
          {title}
          <span className="sr-only"> (öffnet in neuem Tab)</span>
        </span>
      </a>
    </li>
  )
}

function Badges() {
  return (
    <ul className="flex flex-wrap items-center gap-x-6 gap-y-2">
      <li className="flex items-center gap-2">
        {sampleFigures.registrations}
        <SampleTag />
      </li>
      {trustBadges.map((badge) => (
        <li key={badge} className="flex items-center gap-1.5">
          <CheckIcon className="size-4 text-leaf-600" />
          {badge}
        </li>
      ))}
    </ul>
  )
}
