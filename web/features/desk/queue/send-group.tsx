import { useState } from 'react'
import { type SentResult, maxPrinted } from '#domain/desk/desk-contract.ts'
import type { ShownOutcome } from '#web/features/desk/outcome-line.tsx'
import { KeyHint } from '#web/ui/shortcuts/kbd.tsx'
import { PostingDay, readPostingDay } from '#web/features/desk/posting-day.tsx'
import { useReportSent } from '#web/features/desk/queries.ts'
import { useShortcuts } from '#web/ui/shortcuts/use-shortcuts.ts'
import { useOpenFile } from '#web/features/desk/use-open-file.ts'
import { failureText, refusalText } from '#web/features/desk/words/refusal-words.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import type { QueuePart } from './split-queue.ts'
import { WorkGroup } from './work-group.tsx'

interface SendGroupProps {
  part: QueuePart
  /** Time of the queue in ISO 8601. */
  asOf: string
  onOutcome: (outcome: ShownOutcome | undefined) => void
}

/** Letters that are ready: several can be chosen, printed as one file and reported as posted. */
export function SendGroup({ part, asOf, onOutcome }: SendGroupProps) {
  const [ticked, setTicked] = useState<readonly string[]>([])
  const openFile = useOpenFile()
  const printable = part.rows.map(({ orderId }) => orderId).slice(0, maxPrinted)
  const chosen = ticked.filter((orderId) => printable.includes(orderId))
  const toggle = (orderId: string) =>
    setTicked(chosen.includes(orderId) ? chosen.filter((one) => one !== orderId) : [...chosen, orderId])
  function print() {
    if (chosen.length === 0) return onOutcome(chooseFirst)
    if (openFile.isPending) return
    onOutcome(undefined)
    openFile.mutate(
      { path: `/letters?orders=${chosen.join(',')}`, filename: 'Briefe.pdf' },
      { onError: (error) => onOutcome({ text: failureText(error), isError: true }) },
    )
  }
  const report = useReportSent()
  const [isAsking, setAsking] = useState(false)
  function ask() {
    if (chosen.length === 0) return onOutcome(chooseFirst)
    onOutcome(undefined)
    setAsking(true)
  }
  function reportSent(values: FormData) {
    setAsking(false)
    if (report.isPending) return
    // These callbacks run even if the section is gone, because all letters are posted.
    report.mutateAsync({ orderIds: chosen, postedOn: readPostingDay(values) }).then(
      ({ results }) => onOutcome(sentOutcome(results)),
      (error: Error) => onOutcome({ text: failureText(error), isError: true }),
    )
  }
  useShortcuts({ p: print, v: ask })
  return (
    <WorkGroup part={part} asOf={asOf} chosen={chosen} onChoose={toggle}>
      <div className="flex flex-wrap items-center gap-2">
        <Button look="compact" onClick={() => setTicked(chosen.length > 0 ? [] : printable)}>
          {chosen.length > 0 ? 'Keinen wählen' : 'Alle wählen'}
        </Button>
        {chosen.length > 0 && (
          <Button look="compact" aria-keyshortcuts="p" disabled={openFile.isPending} onClick={print}>
            {lettersText(chosen.length)} drucken <KeyHint of="p" />
          </Button>
        )}
        {chosen.length > 0 && (
          <Button look="compact" aria-keyshortcuts="v" disabled={report.isPending} onClick={ask}>
            Als versendet melden <KeyHint of="v" />
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={isAsking}
        title={`${lettersText(chosen.length)} als versendet melden?`}
        confirm="Als versendet melden"
        keep="Abbrechen"
        look="primary"
        onConfirm={reportSent}
        onClose={() => setAsking(false)}
      >
        <p>
          {chosen.length === 1 ? 'Der Kunde erhält' : 'Die Kunden erhalten'} die Übermittlungsbestätigung per
          E-Mail mit diesem Tag. Melden Sie nur, was eingeworfen ist.
        </p>
        <div className="mt-4 text-ink">
          <PostingDay id="posted-together" />
        </div>
      </ConfirmDialog>
    </WorkGroup>
  )
}

const lettersText = (count: number) => (count === 1 ? '1 Brief' : `${count} Briefe`)

const chooseFirst = { text: 'Wählen Sie zuerst Briefe aus.', isError: true }

/** Returns how many letters were reported, and which were refused with the reason. */
function sentOutcome(results: SentResult['results']): ShownOutcome {
  const refused = results.filter(({ code }) => code !== 'done')
  const done = results.length - refused.length
  const reasons = refused.map(
    ({ number, code }) => `${number ?? 'Unbekannter Auftrag'}: ${refusalText(code)}`,
  )
  const doneText = `${lettersText(done)} als versendet gemeldet.`
  return refused.length === 0
    ? { text: doneText }
    : { text: [doneText, ...reasons].join('\n'), isError: true }
}
