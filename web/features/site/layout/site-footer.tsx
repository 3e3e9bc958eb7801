import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { ConsentButton } from '#web/features/consent/consent-question.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { CheckIcon } from '#web/ui/icons.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { trustBadges } from '#web/features/site/content/claims.ts'
import { services } from '#web/features/site/content/services.ts'
import {
  type LegalPage,
  legalPages,
  servicePages,
  withdrawalPage,
} from '#web/features/site/content/legal-pages.ts'
import { LogoMark } from './logo.tsx'
import { serviceLink } from '#web/features/site/content/site-links.ts'
import { SupportMail } from '#web/features/site/provider/support-mail.tsx'
import { useReviews } from '#web/features/site/reviews/use-reviews.ts'

const link = 'inline-flex min-h-7 items-center underline-offset-4 hover:text-leaf-800 hover:underline'

/** Footer of all pages. On a phone, the links run on in lines, so that the footer is not longer than short pages. */
export function SiteFooter() {
  const { search } = useLocation()
  return (
    <footer className="below-117 sm:below-200 lg:below-93 border-t border-line bg-surface font-german">
      <div className="mx-auto max-w-6xl px-4 pt-5 pb-4 text-[0.875rem] leading-snug text-muted sm:px-6 sm:pt-12 sm:text-sm">
        <div className="grid gap-x-10 gap-y-2 sm:grid-cols-2 sm:gap-y-8 lg:grid-cols-[2fr_1.1fr_1.2fr_1fr]">
          <About />
          <LinkList title="Anliegen">
            {services.map((service) => (
              <li key={service.id}>
                <Link to={serviceLink(service, search)} className={link}>
                  <span className="sm:hidden">{service.shortTitle}</span>
                  <span className="hidden sm:inline">{service.title}</span>
                </Link>
              </li>
            ))}
          </LinkList>
          <LinkList title="Service">
            <li>
              <SupportMail className={classNames(link, 'break-all')} />
            </li>
            {servicePages.map((page) => (
              <li key={page.path}>
                <NewTabLink page={page} className={link} />
              </li>
            ))}
          </LinkList>
          <LinkList title="Rechtliches">
            {legalPages.map((page) => (
              <li key={page.path}>
                <NewTabLink page={page} className={link} />
              </li>
            ))}
            <li>
              <ConsentButton className={classNames(link, 'cursor-pointer')} />
            </li>
          </LinkList>
        </div>
        <div className="mt-3 flex flex-wrap items-center justify-between gap-x-8 gap-y-1 border-t border-line pt-3 sm:mt-8 sm:pt-6">
          <Badges />
          <p>© 2024 Formlotse</p>
        </div>
      </div>
    </footer>
  )
}

function About() {
  return (
    <div className="max-w-md sm:max-lg:col-span-full sm:max-lg:max-w-none">
      <p className="hidden items-center gap-2.5 text-leaf-800 sm:flex">
        <LogoMark />
        <span className="text-lg font-bold tracking-tight">Formlotse</span>
      </p>
      <p className="sm:mt-4">
        Formlotse bereitet Anträge zum Rundfunkbeitrag vor und leitet sie weiter: unabhängig, kostenpflichtig
        und ohne Verbindung zum Beitragsservice von ARD, ZDF und Deutschlandradio. Dort können Sie Ihren
        Antrag auch selbst und kostenlos stellen.
      </p>
      <NewTabLink
        page={withdrawalPage}
        className={classNames(buttonClass('compact'), 'mt-3 min-h-11! sm:mt-5')}
      />
    </div>
  )
}

function LinkList({ title, children }: { title: string; children: ReactNode }) {
  return (
    <nav aria-label={title}>
      <h2 className="sr-only mb-2 font-semibold text-ink sm:not-sr-only">{title}</h2>
      <ul className="flex flex-wrap items-center gap-x-4 sm:grid sm:gap-0.5">{children}</ul>
    </nav>
  )
}

/** Link that opens in a new tab, so that visitors do not leave a form they are filling in. */
function NewTabLink({ page: { path, title }, className }: { page: LegalPage; className: string }) {
  return (
    <a href={path} target="_blank" rel="noopener" className={className}>
      <span>
        {title}
        <span className="sr-only"> (öffnet in neuem Tab)</span>
      </span>
    </a>
  )
}

function Badges() {
  const reviews = useReviews()
  return (
    <ul className="flex flex-wrap items-center gap-x-5 gap-y-1">
      {reviews && (
        <li>
          {reviews.applications} Anmeldungen{reviews.sample && ' (Beispiel)'}
        </li>
      )}
      {trustBadges.map((badge) => (
        <li key={badge} className="flex items-center gap-1.5">
          <CheckIcon className="size-4 text-leaf-600" />
          {badge}
        </li>
      ))}
    </ul>
  )
}
