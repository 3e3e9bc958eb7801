import { Link, useLocation } from 'react-router-dom'
import { price } from '#domain/funnels/price.ts'
import { keptQuery } from '#domain/site/links/kept-query.ts'
import { euro } from '#domain/numbers/german-number.ts'
import { LogoMark } from '#web/features/site/layout/logo.tsx'
import { CallToAction, mainCallId } from '#web/features/site/layout/main-call.tsx'
import { Waves } from '#web/features/site/drawings/waves.tsx'
import { SampleLetter } from './sample-letter.tsx'

/**
 * First screen of the landing page: what we do, the call to action, the price, the free alternative and a letter as it
 * is posted.
 */
export function Hero() {
  return (
    <section aria-label="Einführung" className="relative overflow-hidden bg-leaf-800 text-white">
      <Masthead />
      <div className="mx-auto grid max-w-6xl gap-x-14 px-4 sm:px-6 lg:grid-cols-[minmax(0,1fr)_27.5rem]">
        <div className="pt-2 sm:pt-6 lg:pt-4 lg:pb-10">
          <h1 className="max-w-2xl text-[1.75rem] leading-[1.15] font-bold tracking-tight sm:text-[2.75rem] sm:leading-[1.1] lg:text-[3.125rem] lg:leading-[1.06]">
            Wir lotsen Ihren Antrag zum Rundfunkbeitrag ans Ziel.
          </h1>
          <p className="mt-3 max-w-xl text-leaf-100 max-sm:leading-snug sm:mt-5 sm:text-lg">
            Fragen beantworten, bezahlen, fertig: Wir füllen den Antrag aus, senden ihn Ihnen als PDF und
            geben ihn für Sie zur Post.
          </p>
          <CallToAction id={mainCallId} className="mt-3 w-full sm:mt-7 sm:w-auto sm:text-lg" />
          <p className="mt-3 max-w-xl border-l-4 border-lime pl-4 text-sm text-white sm:mt-7 sm:pl-5 sm:text-base">
            <strong>Gut zu wissen:</strong> Formlotse ist ein unabhängiger Dienst und kostet einmalig{' '}
            <strong>{euro(price.premium)}</strong> inkl. MwSt. Beim Beitragsservice selbst können Sie
            denselben Antrag <strong>kostenlos</strong> stellen.
          </p>
        </div>
        <SampleLetter />
      </div>
      <Waves />
    </section>
  )
}

/** Logo at the top of the landing page, where the site header is hidden until the call to action has scrolled away. */
function Masthead() {
  const { search } = useLocation()
  return (
    <div className="mx-auto flex h-12 max-w-6xl items-center justify-between gap-4 px-4 sm:h-18 sm:px-6 noscript:hidden low:hidden">
      <Link to={`/${keptQuery(search)}`} className="-ml-1.5 flex items-center gap-2 rounded-lg">
        <LogoMark className="size-11" />
        <span className="text-lg font-bold tracking-tight">Formlotse</span>
      </Link>
      <p className="text-right text-[0.8125rem] leading-tight text-leaf-100 sm:text-sm">
        Unabhängiger Service
        <span className="hidden sm:inline"> – nicht der Beitragsservice</span>
      </p>
    </div>
  )
}
