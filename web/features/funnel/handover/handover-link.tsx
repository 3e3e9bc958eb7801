import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Failure } from '#web/ui/panel.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { QrCode } from './qr-code.tsx'

export interface MadeLink {
  /** Undefined until the service has stored the draft. */
  link?: string
  failed: boolean
}

interface HandoverLinkProps {
  made: MadeLink
  /** Subject of the message with which the visitor shares the link. */
  subject: string
  onRetry: () => void
}

/** QR code of a link for another device, with buttons that share and copy the link. */
export function HandoverLink({ made: { link, failed }, subject, onRetry }: HandoverLinkProps) {
  const [note, setNote] = useState('')
  if (link === undefined && !failed)
    return (
      <output className="grid size-60 place-items-center justify-self-center">
        <Spinner className="size-10 text-leaf-700" />
        <span className="sr-only">Der Code wird erzeugt.</span>
      </output>
    )
  if (link === undefined)
    return (
      <>
        <Failure>
          Der Code ließ sich nicht erzeugen. Bitte prüfen Sie Ihre Internetverbindung und versuchen Sie es
          noch einmal.
        </Failure>
        <Button look="secondary" onClick={onRetry}>
          Noch einmal versuchen
        </Button>
      </>
    )
  return (
    <div className="grid justify-items-center gap-3">
      <QrCode text={link} label="QR-Code mit dem Link für das andere Gerät" />
      <div className="flex flex-wrap justify-center gap-2">
        {'share' in navigator && (
          <Button look="compact" onClick={() => void share(link, subject)}>
            Link teilen
          </Button>
        )}
        <Button look="compact" onClick={() => void copy(link).then(setNote)}>
          Link kopieren
        </Button>
      </div>
      <output className="text-sm text-muted empty:hidden">{note}</output>
    </div>
  )
}

/** Opens the share dialog of the device. Does nothing if the visitor closes it. */
async function share(url: string, title: string): Promise<void> {
  try {
    await navigator.share({ url, title })
  } catch (error) {
    if ((error as Error).name !== 'AbortError') console.warn('The link could not be shared:', error)
  }
}

async function copy(link: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(link)
    return 'Link kopiert.'
  } catch {
    return 'Der Link ließ sich nicht kopieren. Bitte scannen Sie den Code.'
  }
}
