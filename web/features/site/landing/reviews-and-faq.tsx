import { supportPromise } from '#domain/site/support-hours.ts'
import { faq } from '#web/features/site/content/faq.ts'
import { SupportMail } from '#web/features/site/provider/support-mail.tsx'
import { Faq } from '#web/features/site/reviews/faq.tsx'
import { Reviews } from '#web/features/site/reviews/reviews.tsx'

/** Lower part of the landing page. Its code is loaded later, because it is far below the first screen. */
export function ReviewsAndFaq() {
  return (
    <>
      <Reviews wraps={false} />
      <Faq items={faq} title="Häufige Fragen">
        Etwas offen? Schreiben Sie uns an{' '}
        <SupportMail className="text-leaf-700 underline underline-offset-3 hover:decoration-2" />.{' '}
        {supportPromise}
      </Faq>
    </>
  )
}
