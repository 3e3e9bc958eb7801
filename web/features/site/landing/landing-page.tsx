import { Suspense } from 'react'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { loadedLater } from '#web/ui/timing/loaded-later.ts'
import { ScrollToTop } from '#web/features/site/layout/scroll-to-top.tsx'
import { Benefits } from './benefits.tsx'
import { ClosingCall } from './closing-call.tsx'
import { Hero } from './hero.tsx'
import { OrderCourse } from './order-course.tsx'
import { ServiceCards } from './service-cards.tsx'
import { StickyCall } from './sticky-call.tsx'

const ReviewsAndFaq = loadedLater(async () => (await import('./reviews-and-faq.tsx')).ReviewsAndFaq)

export function Component() {
  useDocumentTitle('Formlotse – Ihr Antrag zum Rundfunkbeitrag')
  return (
    <>
      <Hero />
      <ServiceCards />
      <Benefits />
      <OrderCourse />
      <Suspense>
        <ReviewsAndFaq />
      </Suspense>
      <ClosingCall />
      <StickyCall />
      <ScrollToTop aboveCall />
    </>
  )
}
