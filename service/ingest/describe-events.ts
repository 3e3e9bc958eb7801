import { z } from 'zod'
import { ingestResponseSchema, envelopeSchema, eventSchemas } from '#domain/events/wire-events.ts'
import { addressParts } from '#domain/forms/address-parts.ts'
import { maxEvents, maxFieldTimes } from '#domain/limits.ts'
import type { Field } from '#domain/forms/define-field.ts'
import { type Funnel, fieldsOf } from '#domain/forms/define-funnel.ts'
import { valueShape, unfinishedShape } from '#domain/forms/value-shape.ts'
import { funnels } from '#domain/funnels/index.ts'
import { describe, problem, problemSchema } from '#service/http/openapi.ts'

const blank = z.union([z.null(), z.string().regex(/^\s*$/)])
/** Schema of the values that count as absent in a field of any kind (see `readValue`). */
const absent = z
  .union([blank, z.array(z.unknown()).max(0), z.object({}).catchall(blank)])
  .meta({ id: 'AbsentValue', description: 'Treated as if the field were missing.' })

type ShapeOf = typeof valueShape

/** Returns the schema of a funnel's form as `readForm` reads it. */
function formOf(funnel: Funnel, shapeOf: ShapeOf) {
  const fields = fieldsOf(funnel).map((field) => [field.name, valueOf(field, shapeOf).optional()] as const)
  return z.strictObject(Object.fromEntries(fields))
}

function valueOf(field: Field, shapeOf: ShapeOf) {
  if (field.kind !== 'address') return z.union([shapeOf(field), absent])
  const part = z.union([z.string().max(200), blank]).optional()
  const parts = z.object(Object.fromEntries(addressParts.map((name) => [name, part]))).catchall(blank)
  return z.union([parts, absent])
}

/** Returns the schemas of a funnel's events. Versions of the funnel with the same number of steps share a schema. */
function eventsOf(funnel: Funnel) {
  const { type } = funnel
  const unfinished = formOf(funnel, unfinishedShape).meta({
    id: `${type}-unfinished`,
    description: 'Known fields of the right type and length.',
  })
  const whole = formOf(funnel, valueShape).meta({
    id: `${type}-form`,
    description:
      'All fields. The rules of the form are checked in addition to these types; issues name the field.',
  })
  const names = fieldsOf(funnel).flatMap(({ name, kind }) =>
    kind === 'address' ? [name, ...addressParts.map((part) => `${name}.${part}`)] : [name],
  )
  const field = z.enum(names)
  const refused = eventSchemas.invalid.shape.data.shape.fields.element.extend({ field })
  const data = z.strictObject({ fields: z.array(refused).min(1).max(30) })
  const ofStep = eventSchemas.step.shape.data
  const times = ofStep.shape.fieldTimes.unwrap()
  const fieldTimes = z
    .array(times.element.extend({ field }))
    .max(maxFieldTimes)
    .optional()
    .describe(String(ofStep.shape.fieldTimes.description))
  const ofAbandon = eventSchemas.abandon.shape.data
  const last = field.optional().describe(String(ofAbandon.shape.field.description))
  return versionsOf(funnel).flatMap(({ versions, steps }) => {
    const at = (from: number, to: number) => ({
      funnel: z.literal(type),
      funnelVersion: z.literal(versions),
      step: z.int().min(from).max(to),
    })
    return [
      eventSchemas.start.extend(at(1, steps)),
      eventSchemas.step.extend({
        ...at(1, steps - 1),
        data: ofStep.extend({ fieldTimes }),
        form: unfinished,
      }),
      eventSchemas.invalid.extend({ ...at(1, steps), data }),
      eventSchemas.email.extend(at(1, steps)),
      eventSchemas.abandon.extend({
        ...at(1, steps),
        data: ofAbandon.extend({ field: last, fieldTimes }),
        form: unfinished.optional(),
      }),
      eventSchemas.complete.extend({ ...at(steps, steps), form: whole }),
    ]
  })
}

function versionsOf({ version, steps, earlierVersions = [] }: Funnel) {
  const bySteps = new Map([[steps.length, [version]]])
  for (const earlier of earlierVersions) {
    const { length } = earlier.steps
    bySteps.set(length, [...(bySteps.get(length) ?? []), earlier.version])
  }
  return [...bySteps].map(([count, versions]) => ({ steps: count, versions }))
}

// This pattern accepts fewer addresses than `emailRule`: only those with Latin letters. Generators of test data can
// therefore produce matches.
const latin = String.raw`[A-Za-z0-9!#$%&'*+/=?^_{|}~\u00c0-\u024f-]+`
z.globalRegistry.add(eventSchemas.email.shape.form.shape.email, {
  pattern: String.raw`^${latin}(\.${latin})*@${latin}(\.${latin})+$`,
  description: 'Letters of other scripts are allowed as well.',
})

const body = envelopeSchema.extend({
  events: z
    .array(z.union(funnels.flatMap(eventsOf)))
    .min(1)
    .max(maxEvents),
})

export const describeEvents = describe({
  tag: 'Ingest',
  summary: 'Store events of a visitor',
  description:
    'Responds when all events are committed. An event id is stored once, permanently, so a request may be repeated as ' +
    'often as needed. Accepts Content-Encoding: gzip. The result of a repeated complete carries the order only if the ' +
    'header X-Run-Secret holds the secret of the run.',
  body: { schema: body },
  responses: {
    200: { description: 'One result per event, in the same order.', schema: ingestResponseSchema },
    400: problem('The body is not JSON or not an envelope.'),
    413: problem('The body has more than 256 KB, also after decompression, or more than 50 events.'),
    415: problem('The body is not JSON in UTF-8, or has an unknown content encoding.'),
    422: {
      ...problem('Every event was rejected.'),
      schema: problemSchema.extend({ results: ingestResponseSchema.shape.results }),
    },
    429: problem(
      'A client sent more than 600 requests, 3,000 events or 4 MB of rows (including rejections) in a minute; Retry-After says when to try again.',
    ),
    503: problem(
      'The store cannot commit now, or the disk is too full for anything but orders (`low-disk`); Retry-After says when to try again. It is safe to repeat the request.',
    ),
  },
})
