import { Link } from 'react-router-dom'
import { buttonClass } from '#web/ui/button.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'

export function NotFoundPage() {
  useDocumentTitle('Seite nicht gefunden – Formlotse')
  return (
    <div className="mx-auto grid max-w-xl justify-items-center gap-4 px-4 py-24 text-center">
      <h1 className="text-3xl font-bold text-leaf-800">404</h1>
      <p className="text-lg font-medium">Oops! Page not found</p>
      <p className="text-muted">Diese Seite gibt es nicht. Vielleicht ist in der Adresse ein Tippfehler.</p>
      <Link to="/" className={buttonClass()}>
        Zur Startseite
      </Link>
    </div>
  )
}
