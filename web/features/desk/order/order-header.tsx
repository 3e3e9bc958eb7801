import { Link } from 'react-router-dom'
import type { DeskOrder } from '#domain/desk/order-contract.ts'
import { PageHeading } from '#web/features/desk/page-heading.tsx'
import { KeyHint } from '#web/ui/shortcuts/kbd.tsx'
import { Tag } from '#web/features/desk/tag.tsx'
import { instant } from '#web/features/desk/words/times.ts'
import { dueWord, statusWords, workWords } from '#web/features/desk/words/work-words.ts'
import { euro } from '#domain/numbers/german-number.ts'

const linkClass = 'inline-flex min-h-8 items-center gap-2 text-sm text-leaf-700 underline underline-offset-4'

/** Number, state and customer of the order, and what is to be done. */
export function OrderHeader({ order, next }: { order: DeskOrder; next: string | undefined }) {
  const { number, product, vip, priceCents, status, business, excluded, email, todo } = order
  return (
    <div className="grid gap-1">
      <p className="flex flex-wrap gap-x-6">
        <Link to="/" className={linkClass}>
          Zurück zur Liste
        </Link>
        {next !== undefined && (
          <span className="flex items-center gap-1.5">
            <Link to={`/${next}`} aria-keyshortcuts="n" className={linkClass}>
              Nächster Auftrag
            </Link>
            <KeyHint of="n" />
          </span>
        )}
      </p>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <PageHeading>Auftrag {number}</PageHeading>
        <Tag look="quiet">{statusWords[status]}</Tag>
        {vip && <Tag look="strong">VIP</Tag>}
        {business && <Tag look="amber">Unternehmen</Tag>}
        {excluded && <Tag look="alarm">Ausgeschlossen</Tag>}
      </div>
      <p>
        {product}, {euro(priceCents)}
      </p>
      <p className="break-all text-muted">{email ?? 'Die Kundendaten sind gelöscht.'}</p>
      {excluded && (
        <p className="text-sm text-alarm">
          Der Durchlauf ist ausgeschlossen, deshalb wird der Brief nicht von selbst übergeben.
        </p>
      )}
      {todo && (
        <p className="mt-2 border-l-4 border-leaf-700 pl-3 font-medium">
          {workWords[todo.work].task}
          {todo.dueAt && (
            <span className="font-normal text-muted">
              {' '}
              {dueWord(todo.work)} {instant(todo.dueAt)}
            </span>
          )}
        </p>
      )}
    </div>
  )
}
