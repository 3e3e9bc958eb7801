import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { Faq } from '../faq.tsx'
import { Reviews } from '../reviews.tsx'
import { ScrollToTop } from '../scroll-to-top.tsx'
import { Benefits } from './benefits.tsx'
import { ClosingCall } from './closing-call.tsx'
import { Hero } from './hero.tsx'
import { ServiceCards } from './service-cards.tsx'
import { StickyCall } from './sticky-call.tsx'

export function Component() {
  useDocumentTitle('Formlotse – Ihr Antrag zum Rundfunkbeitrag')
  return (
    <>
      <Hero />
      <Benefits />
      <ServiceCards />
      <Reviews wraps={false} />
      <Faq />
      <ClosingCall />
      <StickyCall />
      <ScrollToTop aboveCall />
    </>
  )
}
