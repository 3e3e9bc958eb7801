import { useState } from 'react'
import { instant } from '#web/features/reports/words/number-format.ts'
import { copyText } from '#web/ui/copy-text.ts'
import { Button } from '#web/ui/button.tsx'

/** The address of a link that was made just now. It is shown only here. */
export function NewAddress({
  link: { address, expiresAt },
}: {
  link: { address: string; expiresAt: string }
}) {
  const [copied, setCopied] = useState<string>()
  const url = window.location.origin + address
  return (
    <div className="grid justify-items-start gap-2 rounded-lg bg-leaf-50 p-4">
      <p className="font-medium">
        Bitte jetzt kopieren. Die Adresse wird nur dieses eine Mal angezeigt und gilt bis {instant(expiresAt)}{' '}
        Uhr.
      </p>
      <code className="font-mono break-all">{url}</code>
      <Button
        look="compact"
        onClick={() =>
          void copyText(url).then(
            () => setCopied('Adresse kopiert.'),
            () => setCopied('Das Kopieren hat nicht geklappt. Bitte markieren Sie die Adresse.'),
          )
        }
      >
        Adresse kopieren
      </Button>
      <output>{copied}</output>
    </div>
  )
}
