import { useCallback, useEffect, useRef, useState } from 'react'
import { funnelOfRun } from '#domain/experiments/variant-funnel.ts'
import type { Funnel } from '#domain/forms/define-funnel.ts'
import { funnelEntries } from '#domain/funnels/funnel-entries.ts'
import type { StatusData } from '#domain/orders/status-contract.ts'
import { erasedText } from '#domain/orders/story/status-texts.ts'
import { AmendForm } from './amend-form.tsx'
import { Declared } from './declared.tsx'
import { Documents } from './documents.tsx'
import { DoneMessage } from '#web/features/order-status/parts/done-message.tsx'
import { EmailForm } from './email-form.tsx'
import { focusOn } from '#web/features/order-status/parts/focus.ts'
import { Help } from './help.tsx'
import type { OrderViewProps } from './order-view-props.ts'
import { OwnData, amendButtonId } from './own-data.tsx'
import { Failure } from '#web/ui/panel.tsx'
import { Payment } from './payment.tsx'
import { type Result, failureText, fetchData } from './status-requests.ts'

type UnlockedProps = OrderViewProps & { access: string }

/** Everything of an order that needs the postal code or the birth date: payment, documents, data and changes. */
export function UnlockedOrder({ state, access, onLocked, refresh }: UnlockedProps) {
  const { data, funnel, failure, load } = useOrderData(state.funnel, access, onLocked)
  /** The data on which the open form is based. It stays the same if the order is loaded again. */
  const [editing, setEditing] = useState<StatusData>()
  const [done, setDone] = useState<string>()
  const region = useFocusOnceLoaded(data !== undefined)

  useFocusAfterCancel(editing !== undefined, done !== undefined)

  async function show(message: string) {
    setDone(undefined)
    await Promise.all([load(), refresh()])
    setEditing(undefined)
    setDone(message)
  }

  if (failure) return <Failure>{failure}</Failure>
  if (!data || !funnel) return <p className="p-6 text-muted">Ihre Angaben werden geladen …</p>
  if (editing)
    return (
      <AmendForm
        funnel={funnel}
        data={editing}
        access={access}
        onSaved={() => show('Ihre Änderungen sind gespeichert.')}
        onCancel={() => setEditing(undefined)}
        onLocked={onLocked}
      />
    )
  const isErased = Object.keys(data.values).length === 0
  const on = { onLocked, onDone: (message: string) => void show(message) }
  return (
    <div ref={region} className="grid gap-6">
      {done && <DoneMessage>{done}</DoneMessage>}
      {isErased && <p className="rounded-2xl border border-line bg-surface p-5 sm:p-7">{erasedText(data)}</p>}
      {state.can.object && <Declared {...{ state, access, refresh, ...on }} />}
      {state.can.pay && !isErased && (
        <Payment {...{ access, onLocked }} orderId={state.orderId} priceCents={state.priceCents} />
      )}
      <Documents status={state.status} documents={data.documents} {...{ isErased, access, onLocked }} />
      {!isErased && (
        <OwnData
          {...{ funnel, data }}
          canAmend={state.can.amend}
          onEdit={() => {
            setDone(undefined)
            setEditing(data)
          }}
        />
      )}
      {!isErased && (
        <EmailForm
          email={typeof data.values['email'] === 'string' ? data.values['email'] : ''}
          canChange={state.can.amend}
          access={access}
          onSaved={() => void show('Ihre neue E-Mail-Adresse ist gespeichert.')}
          onLocked={onLocked}
        />
      )}
      <Help
        {...{ state, access, refresh, ...on }}
        canWithdraw={state.can.withdraw && !state.can.object && !isErased}
      />
    </div>
  )
}

/** Returns the ref of an element whose first heading gets the focus once, when the order is loaded. */
function useFocusOnceLoaded(isLoaded: boolean) {
  const region = useRef<HTMLDivElement>(null)
  const isDone = useRef(false)
  useEffect(() => {
    if (!isLoaded || isDone.current || !region.current) return
    isDone.current = true
    focusOn(region.current.querySelector('h2'))
  })
  return region
}

/** Moves the focus to the button that opened the form when the form is closed without saving. */
function useFocusAfterCancel(isEditing: boolean, isSaved: boolean) {
  const wasEditing = useRef(false)
  useEffect(() => {
    if (wasEditing.current && !isEditing && !isSaved) focusOn(document.querySelector(`#${amendButtonId}`))
    wasEditing.current = isEditing
  }, [isEditing, isSaved])
}

/** Loads the data of an order and the definition of its funnel. */
function useOrderData(funnelType: string, access: string, onLocked: () => void) {
  const [data, setData] = useState<StatusData>()
  const [funnel, setFunnel] = useState<Funnel>()
  const [failure, setFailure] = useState<string>()
  const load = useCallback(async () => {
    const entry = funnelEntries.find(({ type }) => type === funnelType)
    const [loaded, definition] = await Promise.all([
      fetchData(access),
      entry?.load() ?? Promise.resolve(undefined),
    ])
    // The customer corrects the order by the rules by which it was placed.
    if (loaded.kind === 'ok') {
      setFunnel(definition && funnelOfRun(definition, loaded.value.runId))
      setData(loaded.value)
    } else fail(loaded)
    function fail({ kind }: Exclude<Result<StatusData>, { kind: 'ok' }>) {
      if (kind === 'locked') onLocked()
      else setFailure(failureText(kind))
    }
    // `onLocked` only resets state, so the function of the first render can always be called.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [funnelType, access])
  useEffect(() => void load(), [load])
  return { data, funnel, failure, load }
}
