import type { Funnel } from '#domain/forms/define-funnel.ts'
import { presentForm, presentName } from '#domain/forms/earlier-fields.ts'
import type { WireEvent } from './wire-events.ts'

/** Members of an event's data that name fields. */
interface FieldNames {
  field?: string
  fields?: readonly { field: string }[]
  fieldTimes?: readonly { field: string }[]
}

/**
 * Returns an event of a page of any version with the present names of its fields. An `invalid` of dropped fields only is
 * returned with an empty list: it still shows that the visitor was active.
 */
export function withPresentFields(event: WireEvent, funnel: Funnel): WireEvent {
  if (!funnel.earlierFields) return event
  const data = presentData(event.data as FieldNames, funnel)
  return { ...event, data, ...(event.form && { form: presentForm(event.form, funnel) }) } as WireEvent
}

function presentData({ field, fields, fieldTimes, ...data }: FieldNames, funnel: Funnel): FieldNames {
  const last = field === undefined ? undefined : presentPath(field, funnel)
  return {
    ...data,
    ...(last !== undefined && { field: last }),
    ...(fields && { fields: presentEntries(fields, funnel) }),
    ...(fieldTimes && { fieldTimes: eachOnce(presentEntries(fieldTimes, funnel)) }),
  }
}

function presentEntries<Entry extends { field: string }>(entries: readonly Entry[], funnel: Funnel): Entry[] {
  return entries.flatMap((entry) => {
    const field = presentPath(entry.field, funnel)
    return field === undefined ? [] : { ...entry, field }
  })
}

/** Returns the present name of a field or of a part of an address, such as `adresse.plz`. */
function presentPath(path: string, funnel: Funnel): string | undefined {
  const [name, ...parts] = path.split('.')
  const present = presentName(name!, funnel)
  return present === undefined ? undefined : [present, ...parts].join('.')
}

/** An earlier and a present name of a field may become the same. */
function eachOnce<Entry extends { field: string }>(entries: readonly Entry[]): Entry[] {
  return entries.filter(({ field }, index) => entries.findIndex((one) => one.field === field) === index)
}
