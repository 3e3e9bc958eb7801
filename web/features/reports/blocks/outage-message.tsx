import { Button } from '#web/ui/button.tsx'
import { type Failure, failureOf } from '#web/features/reports/data/failures.ts'

const words: Partial<Record<Failure, { title: string; text: string }>> = {
  unreachable: {
    title: 'Der Dienst ist gerade nicht erreichbar.',
    text: 'Zahlen, die schon zu sehen sind, können veraltet sein. Die Seite versucht es von selbst wieder.',
  },
  recounting: {
    title: 'Die Zahlen werden nach einer Aktualisierung neu gezählt.',
    text: 'Das dauert meist wenige Minuten. Die Seite lädt sich dann von selbst; es geht nichts verloren.',
  },
  overloaded: {
    title: 'Der Dienst ist gerade überlastet.',
    text: 'Zahlen, die schon zu sehen sind, können veraltet sein. Die Seite versucht es von selbst wieder.',
  },
}

/** Says why no report can be loaded, with a button to try again. Shows nothing if the error is not an outage. */
export function OutageMessage({ error, retry }: { error: Error; retry: () => void }) {
  const said = words[failureOf(error)]
  if (!said) return null
  return (
    <div
      role="alert"
      className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-xl border border-amber bg-amber-soft p-4 sm:px-6"
    >
      <p className="text-sm">
        <strong className="block text-base text-amber">{said.title}</strong>
        {said.text}
      </p>
      <Button look="compact" onClick={retry}>
        Jetzt noch einmal versuchen
      </Button>
    </div>
  )
}
