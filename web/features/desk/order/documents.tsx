import { useState } from 'react'
import type { DeskOrder } from '#domain/desk/order-contract.ts'
import { OutcomeLine, type ShownOutcome } from '#web/features/desk/outcome-line.tsx'
import { KeyHint } from '#web/ui/shortcuts/kbd.tsx'
import { useShortcuts } from '#web/ui/shortcuts/use-shortcuts.ts'
import { type OpenedFile, useOpenFile } from '#web/features/desk/use-open-file.ts'
import { documentText } from '#web/features/desk/words/event-words.ts'
import { failureText } from '#web/features/desk/words/refusal-words.ts'
import { instant } from '#web/features/desk/words/times.ts'
import { Button } from '#web/ui/button.tsx'

/** Documents and proofs. Each opens in another tab; opening it is recorded. */
export function Documents({ order }: { order: DeskOrder }) {
  const openFile = useOpenFile()
  const [outcome, setOutcome] = useState<ShownOutcome>()
  function open(file: OpenedFile) {
    if (openFile.isPending) return
    setOutcome(undefined)
    openFile.mutate(file, { onError: (error) => setOutcome({ text: failureText(error), isError: true }) })
  }
  const files = filesOf(order)
  const letter = files.findLast(({ isLetter }) => isLetter)
  useShortcuts({
    p: () => {
      if (letter) open(letter)
      else setOutcome({ text: 'Der Brief ist noch nicht erstellt.', isError: true })
    },
  })
  return (
    <div className="grid gap-2">
      {files.length === 0 && <p>Noch keine.</p>}
      <ul className="grid gap-1">
        {files.map((file) => (
          <li key={file.path} className="flex flex-wrap items-baseline gap-x-3">
            <Button
              look="link"
              className="-ml-1 text-left break-words"
              disabled={openFile.isPending}
              {...(file === letter && { 'aria-keyshortcuts': 'p' })}
              onClick={() => open(file)}
            >
              {file.title}
            </Button>
            {file === letter && <KeyHint of="p" />}
            <span className="text-sm break-all text-muted">{file.note}</span>
          </li>
        ))}
      </ul>
      <OutcomeLine outcome={outcome} />
    </div>
  )
}

interface ListedFile extends OpenedFile {
  title: string
  note: string
  isLetter: boolean
}

function filesOf({ orderId, number, documents, proofs }: DeskOrder): ListedFile[] {
  const path = `/orders/${orderId}`
  return [
    ...documents.map(({ kind, version, pages, frozenAt }) => ({
      path: `${path}/documents/${kind}/${version}`,
      filename: `${kind}-${number}.pdf`,
      title: documentText(kind, version),
      note: `${pages === 1 ? '1 Seite' : `${pages} Seiten`}, ${instant(frozenAt)}`,
      isLetter: kind === 'letter',
    })),
    ...proofs.map(({ id, title, filename, pages }) => ({
      path: `${path}/proofs/${id}${pages ? '/pages' : ''}`,
      filename: pages ? `${filename}.pdf` : filename,
      title,
      note: filename,
      isLetter: false,
    })),
  ]
}
