import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { roasContract } from '#domain/reports/roas/shape.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/form/text-input.tsx'
import { CostsResultView } from './costs-result.tsx'
import { failureWords } from './cost-words.ts'
import { sendCosts } from './send-costs.ts'

const example = 'Tag;Quelle;Kampagne;Kosten\n3.11.2026;google;umzug;12,50\n3.11.2026;bing;umzug;4,80'

/** Form that records costs from pasted rows or a file: first it shows what they change, then it saves them. */
export function AddCosts() {
  const id = useId()
  const heading = `${id}-heading`
  const client = useQueryClient()
  const [text, setText] = useState('')
  const [file, setFile] = useState<File>()
  const [fileKey, setFileKey] = useState(0)
  const send = useMutation({
    mutationFn: ({ check }: { check: boolean }) => sendCosts(file ?? text, { check }),
    async onSuccess(result, { check }) {
      if (check || result.kind !== 'changes') return
      setText('')
      setFile(undefined)
      // An input of files can only be emptied by a new one.
      setFileKey((key) => key + 1)
      await client.invalidateQueries({ queryKey: ['report', roasContract.path] })
    },
  })
  const isEmpty = file === undefined && text.trim() === ''
  const wasCheck = send.variables?.check ?? false
  const checked = send.data?.kind === 'changes' && wasCheck
  return (
    <section
      aria-labelledby={heading}
      className="rounded-xl border border-line bg-surface p-4 sm:p-6 print:hidden"
    >
      <h2 id={heading} className="text-lg font-bold">
        Kosten eintragen
      </h2>
      <form
        className="mt-3 grid max-w-3xl gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          send.mutate({ check: !checked })
        }}
      >
        <p id={`${id}-help`} className="text-sm text-muted">
          Eine Kopfzeile mit Tag, Quelle, Kampagne und Kosten, darunter die Zeilen, wie sie aus einer Tabelle
          oder CSV-Datei kommen. Quelle und Kampagne sind die Werte von <code>utm_source</code> und{' '}
          <code>utm_campaign</code>; Kosten sind Euro ohne Umsatzsteuer. Eine spätere Zeile ersetzt eine
          frühere mit demselben Tag, derselben Quelle und Kampagne.
        </p>
        <label htmlFor={`${id}-text`} className="text-sm font-semibold">
          Zeilen einfügen
          <TextArea
            id={`${id}-text`}
            value={text}
            disabled={file !== undefined}
            placeholder={example}
            spellCheck={false}
            aria-describedby={`${id}-help`}
            className="mt-1 font-mono font-normal"
            onChange={({ target }) => {
              setText(target.value)
              send.reset()
            }}
          />
        </label>
        <label htmlFor={`${id}-file`} className="text-sm font-semibold">
          oder CSV-Datei wählen
          <input
            key={fileKey}
            id={`${id}-file`}
            type="file"
            accept=".csv,.txt,.tsv,text/csv"
            className="mt-1 block w-full max-w-full min-h-10 font-normal file:mr-3 file:min-h-10 file:cursor-pointer file:rounded-lg file:border file:border-control file:bg-surface file:px-4 file:text-sm file:font-semibold"
            onChange={({ target }) => {
              setFile(target.files?.[0])
              send.reset()
            }}
          />
        </label>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" look="compact" disabled={isEmpty || send.isPending}>
            {checked ? 'Speichern' : 'Prüfen'}
          </Button>
        </div>
      </form>
      <div aria-live="polite" className="mt-4">
        {send.data && <CostsResultView result={send.data} saved={!wasCheck} />}
        {send.error && <p className="text-sm text-alarm">{failureWords(send.error)}</p>}
      </div>
    </section>
  )
}
