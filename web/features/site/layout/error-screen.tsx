import { buttonClass } from '#web/ui/button.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'

/** Error screen of the app. Its link does not use the router, because the state of the app may be broken. */
export function ErrorScreen() {
  useDocumentTitle('Fehler – Formlotse')
  return (
    <div role="alert" className="mx-auto grid max-w-xl justify-items-center gap-4 px-4 py-24 text-center">
      <h1 className="text-2xl font-bold">Unexpected Application Error!</h1>
      <p className="text-muted">
        Da ist bei uns etwas schiefgegangen. Ihre Angaben sind auf diesem Gerät gespeichert. Bitte laden Sie
        die Seite neu.
      </p>
      <a href="/" className={buttonClass()}>
        Zur Startseite
      </a>
    </div>
  )
}
