import { Link, useLocation } from 'react-router-dom'
import { keptQuery } from '#domain/site/links/kept-query.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { services } from '#web/features/site/content/services.ts'
import { ServiceDrawing } from '#web/ui/service-drawing.tsx'
import { MessagePage } from './message-page.tsx'

/** Page for unknown addresses, with the pages that the visitor probably looks for. */
export function NotFoundPage() {
  useDocumentTitle('Seite nicht gefunden – Formlotse')
  const kept = keptQuery(useLocation().search)
  return (
    <MessagePage
      title="404"
      lead="Oops! Page not found"
      lang="en"
      text="Diese Seite gibt es nicht. Vielleicht ist in der Adresse ein Tippfehler, oder die Seite ist umgezogen."
      actions={
        <>
          <Link to={`/${kept}`} className={buttonClass()}>
            Zur Startseite
          </Link>
          <Link to="/kontakt" className={buttonClass('secondary')}>
            Support & Kontakt
          </Link>
        </>
      }
    >
      <h2 className="font-bold">Vielleicht suchen Sie eines dieser Anliegen:</h2>
      <ul className="mt-3 grid gap-3 sm:grid-cols-2">
        {services.map(({ id, title, route }) => (
          <li key={id} className="grid">
            <Link
              to={route + kept}
              className="flex items-center gap-3.5 rounded-2xl border border-line bg-surface p-3.5 font-semibold text-leaf-800 shadow-card transition-colors hover:border-leaf-700 hover:bg-leaf-50"
            >
              <ServiceDrawing id={id} className="size-11 p-1.5" />
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </MessagePage>
  )
}
