import { useEffect, useState } from 'react'
import { currentSteps } from '#domain/orders/story/story-steps.ts'
import { defaultSiteSettings } from '#domain/site/site-settings.ts'
import { siteSettings } from '#web/features/settings/site-settings.ts'
import { Panel } from '#web/ui/panel.tsx'
import type { ShownOrder } from './use-order.ts'

/** What happens now and next, at most three steps. The exact times are known only in the tab of the order. */
export function NextSteps({ order }: { order: ShownOrder }) {
  const submitAfterMs = useSubmitAfter()
  const facts = { submitAfterMs, canChange: order.status === 'paid' }
  const steps = order.next ?? currentSteps(order.status, facts).slice(0, 3)
  if (steps.length === 0) return null
  return (
    <Panel id="naechste-schritte" title="So geht es weiter">
      <ol className="grid gap-4">
        {steps.map(({ title, text }, index) => (
          <li key={title} className="grid grid-cols-[2rem_1fr] gap-x-3">
            <span
              aria-hidden="true"
              className="grid size-8 place-items-center rounded-full bg-leaf-100 text-sm font-bold text-leaf-800"
            >
              {index + 1}
            </span>
            <div>
              <h3 className="font-semibold">{title}</h3>
              <p className="text-pretty text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </Panel>
  )
}

/** Returns the time between the payment and the letter, in ms. */
function useSubmitAfter(): number {
  const [submitAfterMs, setSubmitAfterMs] = useState(defaultSiteSettings.submitAfterMs)
  useEffect(() => void siteSettings().then((site) => setSubmitAfterMs(site.submitAfterMs)), [])
  return submitAfterMs
}
