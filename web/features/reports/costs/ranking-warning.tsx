import type { RoasReport } from '#domain/reports/roas/shape.ts'
import { modelNames } from '#domain/reports/words.ts'
import { campaignName } from './campaign-name.tsx'

type Turn = RoasReport['rankingTurns'][number]

/** Number of pairs that are named. */
const named = 3

/** Warns if the order of the campaigns depends on the attribution model. */
export function RankingWarning({ turns }: { turns: readonly Turn[] }) {
  if (turns.length === 0) return null
  return (
    <div className="mb-5 max-w-4xl border-l-4 border-amber pl-4">
      <p className="text-lg font-semibold">Welche Kampagne sich mehr lohnt, hängt hier vom Modell ab.</p>
      <ul className="mt-1 grid gap-1">
        {turns.slice(0, named).map((turn) => (
          <li key={`${turn.by} ${campaignName(turn.better)} ${campaignName(turn.worse)}`}>
            {turn.by === 'roas' ? 'ROAS' : 'Deckungsbeitrag'}: <strong>{campaignName(turn.better)}</strong>{' '}
            liegt vor <strong>{campaignName(turn.worse)}</strong> unter {modelsOf(turn.better)}, dahinter
            unter {modelsOf(turn.worse)}.
          </li>
        ))}
      </ul>
      {turns.length > named && (
        <p className="mt-1 text-sm text-muted">
          Und {turns.length - named} weitere Paare. Verlassen Sie sich nicht auf ein Modell allein.
        </p>
      )}
    </div>
  )
}

const modelsOf = ({ models }: Turn['better']): string =>
  models.map((model) => `„${modelNames[model]}“`).join(', ')
