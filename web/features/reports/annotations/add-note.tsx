import { useId, useState } from 'react'
import { maxTextLength, maxTitleLength } from '#domain/operations/note-limits.ts'
import { Button } from '#web/ui/button.tsx'
import { TextArea, TextInput } from '#web/ui/form/text-input.tsx'
import { useFilters } from '#web/features/reports/filters/use-filters.ts'
import { useAnnotationCommands } from './use-annotations.ts'

/** Form that writes a note on a day of the page. */
export function AddNote({ funnel, onWritten }: { funnel?: string; onWritten: () => void }) {
  const [open, setOpen] = useState(false)
  return open ? (
    <NoteForm funnel={funnel} onWritten={onWritten} onClose={() => setOpen(false)} />
  ) : (
    <Button look="link" className="print:hidden" onClick={() => setOpen(true)}>
      Notiz hinzufügen
    </Button>
  )
}

interface NoteFormProps {
  funnel: string | undefined
  onWritten: () => void
  onClose: () => void
}

function NoteForm({ funnel, onWritten, onClose }: NoteFormProps) {
  const { filters, today } = useFilters()
  const id = useId()
  const { add } = useAnnotationCommands()
  const lastDay = filters.to < today ? filters.to : today
  return (
    <form
      className="mt-2 grid max-w-xl gap-3 print:hidden"
      onSubmit={(event) => {
        event.preventDefault()
        const { day, title, text } = Object.fromEntries(new FormData(event.currentTarget)) as Record<
          'day' | 'title' | 'text',
          string
        >
        const isEmpty = text.trim() === ''
        add.mutate(
          { day, title, ...(!isEmpty && { text }), ...(funnel !== undefined && { funnel }) },
          {
            onSuccess: () => {
              onWritten()
              onClose()
            },
          },
        )
      }}
    >
      <label htmlFor={`${id}-day`} className="text-sm">
        Tag
        <TextInput
          id={`${id}-day`}
          type="date"
          name="day"
          required
          min={filters.from}
          max={filters.to}
          defaultValue={lastDay}
        />
      </label>
      <label htmlFor={`${id}-title`} className="text-sm">
        Was geschah
        <TextInput
          id={`${id}-title`}
          name="title"
          required
          pattern=".*\S.*"
          maxLength={maxTitleLength}
          autoComplete="off"
        />
      </label>
      <label htmlFor={`${id}-text`} className="text-sm">
        Mehr dazu (freiwillig)
        <TextArea id={`${id}-text`} name="text" maxLength={maxTextLength} className="min-h-20" />
      </label>
      <p className="text-sm text-muted">
        Bitte keine Namen oder Adressen: Notizen bleiben im Protokoll. E-Mail-Adressen und Telefonnummern
        werden entfernt.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="compact" disabled={add.isPending}>
          Speichern
        </Button>
        <Button look="link" onClick={onClose}>
          Abbrechen
        </Button>
      </div>
      {add.isError && (
        <p role="alert" className="text-sm text-alarm">
          Die Notiz wurde nicht gespeichert. Bitte versuchen Sie es noch einmal.
        </p>
      )}
    </form>
  )
}
