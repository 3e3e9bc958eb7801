import { useState } from 'react'
import { rejectionsContract } from '#domain/reports/rejections/shape.ts'
import { funnelName } from '#domain/reports/words.ts'
import { berlinDay } from '#domain/time/berlin-time.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { DataTable } from '#web/features/reports/blocks/data-table.tsx'
import { ReportSection } from '#web/features/reports/blocks/report-section.tsx'
import { useReport } from '#web/features/reports/data/use-report.ts'
import { longDay, number } from '#web/features/reports/words/number-format.ts'
import { obstacleText, replayText } from './replay-words.ts'
import { type RejectionGroup, useReplay } from './use-replay.ts'

interface Range {
  from: string
  to: string
}

/** Section with the events that were rejected because of unknown fields, and a command to replay them. */
export function ReplaysSection({ range }: { range: Range }) {
  const state = useReport(rejectionsContract, range)
  const replay = useReplay(range)
  const [asked, setAsked] = useState<RejectionGroup>()
  function confirm() {
    if (asked) replay.mutate(asked)
    setAsked(undefined)
  }
  return (
    <ReportSection
      title="Nachholen"
      about="Alte Seiten senden manchmal ein Feld, das es im Formular nicht mehr gibt. Kennt das Formular es wieder als früheres Feld, zählen die Ereignisse der letzten 30 Tage nachträglich an ihrem Tag. Weitergeleitet wird davon nichts."
      state={state}
      isEmpty={({ groups }) => groups.length === 0}
      empty="Kein Ereignis wurde wegen eines unbekannten Felds abgewiesen."
    >
      {({ groups }) => (
        <>
          <output className={replay.isError ? 'block text-alarm' : 'block text-leaf-800'}>
            {replay.done && (
              <span className="mb-3 block">
                {replay.isPending && 'Wird nachgeholt … '}
                {replayText(replay.done)}
                {replay.isError && ' Der Rest hat nicht geklappt. Bitte versuchen Sie es noch einmal.'}
              </span>
            )}
          </output>
          <DataTable
            caption="Wegen unbekannter Felder abgewiesen"
            rows={groups}
            rowKey={groupKey}
            columns={[
              { title: 'Feld', wraps: true, renderCell: ({ fields }) => <Fields names={fields} /> },
              { title: 'Antragsart', renderCell: ({ funnel }) => funnelName(funnel) },
              { title: 'Tage', renderCell: (group) => daysOf(group) },
              {
                title: 'Abgewiesen',
                figure: 'rejectedForFields',
                numeric: true,
                sortBy: ({ rejected }) => rejected,
                renderCell: ({ rejected }) => number(rejected),
              },
              {
                title: 'Nachgeholt',
                figure: 'replayedForFields',
                numeric: true,
                renderCell: ({ replayed }) => number(replayed),
              },
              {
                title: 'Nachholbar',
                figure: 'replayable',
                wraps: true,
                inCard: 'bare',
                renderCell: (group) => (
                  <Replayable group={group} disabled={replay.isPending} onAsk={() => setAsked(group)} />
                ),
              },
            ]}
          />
          <ConfirmDialog
            open={asked !== undefined}
            title="Ereignisse nachholen?"
            confirm="Nachholen"
            keep="Abbrechen"
            look="primary"
            onConfirm={confirm}
            onClose={() => setAsked(undefined)}
          >
            {asked && (
              <p>
                {number(asked.replayable)}{' '}
                {asked.replayable === 1 ? 'abgewiesenes Ereignis zählt' : 'abgewiesene Ereignisse zählen'}{' '}
                dann an {asked.replayable === 1 ? 'seinem' : 'ihrem'} Tag mit ({funnelName(asked.funnel)},{' '}
                {daysOf(asked)}). Zahlen von früher, etwa „Stand vom …“, ändern sich nicht. Das lässt sich
                nicht rückgängig machen.
              </p>
            )}
          </ConfirmDialog>
        </>
      )}
    </ReportSection>
  )
}

const groupKey = ({ funnel, fields }: RejectionGroup) => [funnel, ...fields].join('\n')

function daysOf({ firstAt, lastAt }: RejectionGroup): string {
  const [first, last] = [firstAt, lastAt].map((at) => longDay(berlinDay(Date.parse(at))))
  return first === last ? first! : `${first} bis ${last}`
}

function Fields({ names }: { names: readonly string[] }) {
  return names.length === 0 ? 'ohne lesbaren Namen' : <code className="text-sm">{names.join(', ')}</code>
}

interface ReplayableProps {
  group: RejectionGroup
  disabled: boolean
  onAsk: () => void
}

/** Button for the events that can be replayed, and why the others cannot. */
function Replayable({ group, disabled, onAsk }: ReplayableProps) {
  const { funnel, fields, replayable, obstructed } = group
  return (
    <div className="grid gap-1">
      {replayable > 0 && (
        <Button
          look="link"
          className="justify-self-start"
          disabled={disabled}
          aria-label={`${number(replayable)} nachholen: ${fields.join(', ')}, ${funnelName(funnel)}`}
          onClick={onAsk}
        >
          {number(replayable)} nachholen
        </Button>
      )}
      {obstructed.map((one) => (
        <span key={one.reason} className="text-sm text-muted">
          {obstacleText(one)}
        </span>
      ))}
      {replayable === 0 && obstructed.length === 0 && <span className="text-muted">–</span>}
    </div>
  )
}
