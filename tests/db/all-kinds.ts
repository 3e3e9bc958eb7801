import { choicesKinds } from '#domain/reports/choices/compute.ts'
import { dropOffKinds } from '#domain/reports/counted-runs.ts'
import { fieldsKinds } from '#domain/reports/drop-off/fields.ts'
import { fulfilmentKinds } from '#domain/reports/fulfilment/compute.ts'
import { modelsKinds } from '#domain/reports/attribution/models.ts'
import { pathsKinds } from '#domain/reports/paths/compute.ts'

/** All kinds of measures that reports read, and the combinations with the outcome that lists of runs read. */
export const allKinds = [
  ...new Set([
    ...dropOffKinds,
    ...fieldsKinds,
    ...choicesKinds,
    ...fulfilmentKinds,
    ...modelsKinds,
    ...pathsKinds,
    'paid',
    'robot',
    'tracking',
    'left',
    'value',
  ]),
]
