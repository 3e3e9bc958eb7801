import { Suspense, lazy, useRef } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { euro } from '#domain/numbers/german-number.ts'
import { focusOn } from '#web/features/order-status/parts/focus.ts'
import type { OrderViewProps } from './order-view-props.ts'
import { LockedHelp } from './locked-help.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Timeline } from './timeline.tsx'
import { Unlock } from './unlock.tsx'

// The wizard's fields are loaded only for customers who open their data.
const UnlockedOrder = lazy(async () => ({ default: (await import('./unlocked-order.tsx')).UnlockedOrder }))

export function OrderView(props: OrderViewProps) {
  const { state, token, access, expired, onUnlocked, onLocked } = props
  const left = useRef<Element | null>(null)

  function lock() {
    left.current = document.activeElement
    onLocked()
  }

  function unlock(opened: string) {
    onUnlocked(opened)
    if (expired) focusOn(left.current?.isConnected ? left.current : null)
  }

  return (
    <div className="mx-auto w-full max-w-6xl px-4 pt-8 pb-16 sm:px-6 lg:pt-12">
      <header className="max-w-3xl">
        <p className="font-medium text-muted">Auftrag {state.number}</p>
        <h1 className="mt-1 text-2xl font-bold tracking-tight text-balance text-leaf-900 sm:text-3xl">
          {state.title}
        </h1>
        <p className="mt-3 text-lg text-pretty text-muted">{state.text}</p>
      </header>
      <div className="mt-8 grid items-start gap-6 lg:grid-cols-[22rem_minmax(0,1fr)] lg:gap-8">
        {/* On a phone, what an unlocked order offers comes before its history. */}
        <div className={classNames(access && 'order-last lg:order-none')}>
          <History state={state} />
        </div>
        <div className="grid gap-6">
          {(!access || expired) && <Unlock token={token} expired={expired} onUnlocked={unlock} />}
          {!access && <LockedHelp number={state.number} canWithdraw={state.can.withdraw} />}
          {access && (
            <Suspense fallback={<p className="p-6 text-muted">Ihre Angaben werden geladen …</p>}>
              <UnlockedOrder {...props} access={access} onLocked={lock} />
            </Suspense>
          )}
        </div>
      </div>
    </div>
  )
}

function History({ state }: Pick<OrderViewProps, 'state'>) {
  const facts = [
    ['Auftragsnummer', state.number],
    ['Leistung', state.product],
    ['Gesamtpreis inkl. MwSt.', euro(state.priceCents)],
  ]
  return (
    <Panel id="verlauf" title="Verlauf">
      <Timeline steps={state.steps} />
      <dl className="divide-y divide-line border-t border-line text-sm">
        {facts.map(([label, value]) => (
          <div key={label} className="flex flex-wrap justify-between gap-x-4 py-2.5">
            <dt className="text-muted">{label}</dt>
            <dd className="font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
