import { useState } from 'react'
import { actionName, actorName, detailName } from '#domain/users/audit-words.ts'
import type { AuditFilter } from '#domain/users/user-contract.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { Failure, Section } from './parts.tsx'
import { auditPath, useAuditLog } from './queries.ts'
import { instant } from './words.ts'

/** What the staff did, with filters, further pages and a file for spreadsheets. */
export function LogSection() {
  const [filter, setFilter] = useState<AuditFilter>({})
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useAuditLog(filter)
  const known = data?.pages[0]
  const change = ({ by = filter.by, action = filter.action }: AuditFilter) =>
    setFilter({ ...(by && { by }), ...(action && { action }) })
  const entries = data?.pages.flatMap((page) => page.entries) ?? []
  return (
    <Section title="Protokoll">
      <p className="text-sm text-muted">
        Ein Jahr lang, ohne Einträge zu einzelnen Aufträgen. Suchen, angesehene Anfragen und Abrufe der
        Dateien für Werbeplattformen stehen nur hier, wenn Sie danach filtern.
      </p>
      <div className="grid items-end gap-4 md:grid-cols-[1fr_1fr_auto]">
        <Filter
          id="protokoll-wer"
          label="Wer"
          value={filter.by}
          values={known?.people}
          name={(by) => actorName({ by, action: filter.action })}
          onChange={(by) => change({ by })}
        />
        <Filter
          id="protokoll-was"
          label="Was"
          value={filter.action}
          values={known?.actions}
          name={actionName}
          onChange={(action) => change({ action })}
        />
        <a className={buttonClass('secondary')} href={`/api/${auditPath('.de.csv', filter)}`} download>
          Als CSV herunterladen
        </a>
      </div>
      <Failure error={error} />
      {known && entries.length === 0 && <p className="text-sm">Dazu gibt es keinen Eintrag.</p>}
      <ul className="grid gap-2" aria-label="Einträge">
        {entries.map((entry) => {
          const detail = detailName(entry)
          return (
            <li
              key={entry.id}
              className="grid gap-x-4 border-t border-line pt-2 text-sm sm:grid-cols-[9rem_1fr_2fr]"
            >
              <span className="text-muted">{instant(entry.at)}</span>
              <span className="break-words">{actorName(entry)}</span>
              <span className="break-words">
                {actionName(entry.action)}
                {detail !== null && `: ${detail}`}
              </span>
            </li>
          )
        })}
      </ul>
      {hasNextPage && (
        <div>
          <Button look="secondary" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Ältere Einträge zeigen
          </Button>
        </div>
      )}
    </Section>
  )
}

interface FilterProps {
  id: string
  label: string
  value: string | undefined
  values: readonly string[] | undefined
  /** Returns the text for a value. */
  name: (value: string) => string
  onChange: (value: string) => void
}

function Filter({ id, label, value = '', values, name, onChange }: FilterProps) {
  const options = (values ?? [])
    .map((one) => ({ value: one, text: name(one) }))
    .toSorted((a, b) => a.text.localeCompare(b.text, 'de'))
  return (
    <Field id={id} label={label}>
      {(control) => (
        <Select {...control} value={value} onChange={({ target }) => onChange(target.value)}>
          <option value="">Alle</option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.text}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
