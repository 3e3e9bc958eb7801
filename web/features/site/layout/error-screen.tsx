import { Button, buttonClass } from '#web/ui/button.tsx'
import { PreviewEnd } from '#web/ui/timing/preview-end.ts'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { MessagePage } from './message-page.tsx'

/** Error screen of the app. Its links do not use the router, because the state of the app may be broken. */
export function ErrorScreen() {
  useDocumentTitle('Fehler – Formlotse')
  return (
    <div role="alert">
      <PreviewEnd />
      <MessagePage
        title="Unexpected Application Error!"
        lang="en"
        text="Da ist bei uns etwas schiefgegangen. Bitte laden Sie die Seite neu. Was auf diesem Gerät gespeichert ist, bleibt erhalten."
        actions={
          <>
            <Button onClick={() => window.location.reload()}>Seite neu laden</Button>
            <a href="/" className={buttonClass('secondary')}>
              Zur Startseite
            </a>
            <a href="/kontakt" className={buttonClass('secondary')}>
              Support & Kontakt
            </a>
          </>
        }
      />
    </div>
  )
}
