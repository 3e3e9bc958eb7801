import { berlinDate } from '#domain/time/berlin-time.ts'
import { fieldsOf } from '#domain/forms/define-funnel.ts'
import { funnelByType } from '#domain/funnels/index.ts'
import { envelope, wireEvent } from '#tests/build-events.ts'
import { allCases } from '#tests/funnel-cases/all-cases.ts'
import type { TestService } from '#tests/service/harness.ts'
import { type UploadingRun, uploadFunnel } from './uploading-run.ts'

/**
 * Returns the form of a sample order, with its files replaced by `files`. Chooses the first sample order that contains
 * the first field of `files`. If no sample order contains this field, chooses the first sample order.
 */
function formWith(files: Record<string, string[]>, funnelType: string, now: number) {
  const { orders } = allCases(berlinDate(now)).find(({ funnel }) => funnel.type === funnelType)!
  const [proof] = Object.keys(files)
  const order = orders.find(({ form }) => proof !== undefined && proof in form) ?? orders[0]!
  const fileFields = fieldsOf(funnelByType(funnelType)!).filter(({ kind }) => kind === 'files')
  const none = Object.fromEntries(fileFields.map(({ name }) => [name, []]))
  return { ...order.form, ...none, ...files }
}

/** Returns functions that send the events of orders with files, as the browser does. */
export function ordersOf(service: Pick<TestService, 'post' | 'clock'>) {
  return {
    place(run: UploadingRun, files: Record<string, string[]>, funnel = uploadFunnel.funnel) {
      const form = formWith(files, funnel, service.clock.now())
      const complete = wireEvent('complete', { runId: run.runId, funnel, form, step: 4 })
      return service.post(envelope([complete]), { 'x-run-secret': run.secret })
    },
    /** Sends a `step` or `abandon` event with these files. */
    leave(run: UploadingRun, type: 'step' | 'abandon', files: Record<string, string[]>) {
      const over = { runId: run.runId, funnel: uploadFunnel.funnel, step: 2, form: files }
      return service.post(envelope([wireEvent(type, over)]))
    },
  }
}
