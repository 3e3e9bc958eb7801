import { Link, useLocation } from 'react-router-dom'
import { keptQuery } from '#domain/site/links/kept-query.ts'
import { selectionFaq } from '#web/features/site/content/selection-faq.ts'
import { Faq } from '#web/features/site/reviews/faq.tsx'
import { Reviews } from '#web/features/site/reviews/reviews.tsx'

const link = 'text-leaf-700 underline underline-offset-3 hover:decoration-2'

/** Lower part of the selection page. Its code is loaded later, because it is far below the first screen. */
export function ReviewsAndFaq() {
  const kept = keptQuery(useLocation().search)
  return (
    <>
      <Reviews wraps />
      <Faq items={selectionFaq} title="Häufige Fragen zur Auswahl">
        Fragen zu Preis, Ablauf und Widerruf beantworten wir{' '}
        <Link to={`/${kept}#faq`} className={link}>
          auf der Startseite
        </Link>
        .
      </Faq>
    </>
  )
}
