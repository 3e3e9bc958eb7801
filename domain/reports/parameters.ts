import { z } from 'zod'
import { channels } from '#domain/attribution/channel.ts'
import { noKey } from '#domain/attribution/credit-touches.ts'
import { variantKey } from '#domain/experiments/variant-key.ts'
import { funnels } from '#domain/funnels/index.ts'
import { parseMoment } from '#domain/time/berlin-moment.ts'
import { type RunDimension, weekdays } from '#domain/runs/dimensions.ts'
import { parseHours } from '#domain/runs/hour-filter.ts'
import { orderWindows } from '#domain/runs/order-windows.ts'
import { parseDay } from '#domain/time/berlin-time.ts'

// Query parameters shared by several reports. The OpenAPI document is generated from these schemas, but cannot include
// a `refine`. Therefore, `meta` repeats the constraints that a `refine` checks.

/** Maximum length of a range in days: a little more than two years. */
export const maxRangeDays = 800

const dayMs = 24 * 3600 * 1000

const day = z
  .string()
  .refine((text) => parseDay(text) !== undefined, 'must be an existing day in the form YYYY-MM-DD')
  .meta({ format: 'date' })

/** Parameters for the first and last Berlin day of a report. A schema that contains them must also use `checkRange`. */
export const range = {
  from: day.describe('First day of the range in Europe/Berlin.'),
  to: day.describe(
    `Last day of the range in Europe/Berlin, inclusive. Must not be before \`from\`; the range is at most ${maxRangeDays} days.`,
  ),
}

export function checkRange({
  value: { from, to },
  issues,
}: z.core.ParsePayload<{ from: string; to: string }>): void {
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1
  if (days < 1)
    issues.push({ code: 'custom', input: to, path: ['to'], message: `must not be before from (${from})` })
  else if (days > maxRangeDays)
    issues.push({
      code: 'custom',
      input: to,
      path: ['to'],
      message: `must end a range of at most ${maxRangeDays} days; ${from} to ${to} are ${days}`,
    })
}

/** Maximum length in days of a range whose credits can be filtered by variant, because they are computed run by run. */
export const maxVariantDays = 92

/** Does the same as `checkRange` for reports on credits. */
export function checkCreditRange(
  payload: z.core.ParsePayload<{ from: string; to: string; variant?: string | undefined }>,
): void {
  checkRange(payload)
  const { value, issues } = payload
  const days = (Date.parse(value.to) - Date.parse(value.from)) / dayMs + 1
  if (value.variant !== undefined && days > maxVariantDays && issues.length === 0)
    issues.push({
      code: 'custom',
      input: value.to,
      path: ['to'],
      message: `with variant, must end a range of at most ${maxVariantDays} days; ${value.from} to ${value.to} are ${days}`,
    })
}

/** Maximum length in days of a range whose figures can be requested by hour. */
export const maxHourlyDays = 7

export const per = z
  .enum(['day', 'hour'], 'must be day or hour')
  .optional()
  .describe(
    `With \`hour\`, also returns the figures by hour in Europe/Berlin; the range is then at most ${maxHourlyDays} days.`,
  )
export type Per = z.output<typeof per>

/** Checks that a range by hour is short enough. */
export function checkPer({
  value,
  issues,
}: z.core.ParsePayload<{ from: string; to: string; per?: Per }>): void {
  const days = (Date.parse(value.to) - Date.parse(value.from)) / dayMs + 1
  if (value.per === 'hour' && days > maxHourlyDays)
    issues.push({
      code: 'custom',
      input: value.per,
      path: ['per'],
      message: `must not be hour for more than ${maxHourlyDays} days; ${value.from} to ${value.to} are ${days}`,
    })
}

export const funnel = z.enum(
  funnels.map((one) => one.type),
  `must be one of ${funnels.map((one) => one.type).join(', ')}`,
)

export const funnelVersion = z
  .string()
  .regex(
    /^[1-9]\d{0,5}(,[1-9]\d{0,5}){0,19}$/,
    'must be up to 20 whole numbers from 1 to 999999, separated by commas',
  )
  .transform((text) => text.split(',').map(Number))
  .optional()
  .meta({ pattern: documentedVersions() })
  .describe(
    'Versions of the funnel, separated by commas; they must have the same steps. By default, drop-off reports count the newest version with runs in the range and all versions with the same steps.',
  )

/** Returns the pattern of the versions that exist. */
function documentedVersions(): string {
  const known = funnels.flatMap(({ version, earlierVersions = [] }) => [
    version,
    ...earlierVersions.map((one) => one.version),
  ])
  return `^(${[...new Set(known)].join('|')})$`
}

const isPosition = (text: string) => /^[1-9]\d{0,14}$/.test(text)

export const asOf = z
  .string()
  .refine(
    (text) => isPosition(text) || parseMoment(text) !== undefined,
    'must be a position of the log, a whole number from 1, or an existing minute in the form YYYY-MM-DDTHH:MM',
  )
  .transform((text) => (isPosition(text) ? Number(text) : text))
  .optional()
  .meta({
    pattern:
      '^([1-9][0-9]{0,14}|[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])T([01][0-9]|2[0-3]):[0-5][0-9])$',
  })
  .describe(
    'Position in the event log, or a minute in Europe/Berlin such as `2026-11-15T09:00`; the report is returned as of this position or time. At most the current `asOfPosition`, and not before the first event. The first responses may be 202 while the report is computed.',
  )

export const orderWithin = z
  .enum(orderWindows, `must be one of ${orderWindows.join(', ')}`)
  .optional()
  .describe(
    'Counts only the orders within this time after the start: an hour, or a number of days. Runs with a later order count as lost at the last stage.',
  )

const maxLength = 200
export const maxEntryLength = 512

/**
 * Value of a campaign parameter. Control characters are rejected because stored values contain none and PostgreSQL
 * rejects NUL. The length is counted in code points, as in JSON Schema.
 */
const campaignValue = z
  .string()
  .min(1, 'must not be empty')
  // oxlint-disable-next-line no-control-regex -- refuses control characters
  .regex(/^[^\u0000-\u001f\u007f]*$/u, 'must not contain control characters')
  .refine((text) => Array.from(text).length <= maxLength, `must have at most ${maxLength} characters`)
  .meta({ maxLength })

/** Path at which visitors entered the site. Stored entries are longer than campaign values. */
const entryPath = z
  .string()
  .min(1, 'must not be empty')
  // oxlint-disable-next-line no-control-regex -- refuses control characters
  .regex(/^[^\u0000-\u001f\u007f]*$/u, 'must not contain control characters')
  .max(maxEntryLength, `must have at most ${maxEntryLength} characters`)

const variantPattern = `^(${variantKey.source.slice(1, -1)}:${variantKey.source.slice(1, -1)}|\\(none\\))$`

/** Returns whether a text can name a variant of an experiment, or none. */
export function isVariant(text: string): boolean {
  return new RegExp(variantPattern).test(text)
}

/** Filters of runs by dimension and variant. Reports count only the runs that match all of them. */
export const segmentFilters = {
  device: z.enum(['mobile', 'tablet', 'desktop'], 'must be one of mobile, tablet, desktop').optional(),
  channel: z
    .enum([...channels, noKey], `must be one of ${channels.join(', ')} or ${noKey}`)
    .optional()
    .describe('Channel of the last contact; `(none)` without any, or if its referrer is unknown.'),
  source: campaignValue
    .optional()
    .describe(
      'utm_source of the last touch, or the host of the referrer if the visit came without a campaign; `(none)` if absent, `(other)` for values after the first 2,000 of a day.',
    ),
  medium: campaignValue.optional().describe('utm_medium of the last touch; `(none)` if absent.'),
  campaign: campaignValue.optional().describe('utm_campaign of the last touch; `(none)` if absent.'),
  reason: campaignValue
    .optional()
    .describe('Last known abmeldegrund or changeType of the run; `(none)` before it is chosen.'),
  browser: campaignValue.optional().describe('Browser family at the start, such as `Safari`; or `unknown`.'),
  os: campaignValue.optional().describe('Operating system at the start, such as `iOS`; or `unknown`.'),
  entry: entryPath
    .optional()
    .describe(
      'Path at which the visitor entered the site; `(none)` if the start is missing, `(other)` for paths after the first 2,000 of a day.',
    ),
  consent: z
    .enum(['none', 'marketing'], 'must be none or marketing')
    .optional()
    .describe('Consent at the start.'),
  weekday: z
    .enum(weekdays, `must be one of ${weekdays.join(', ')}`)
    .optional()
    .describe('Weekday of the start in Europe/Berlin.'),
  hour: z
    .string()
    .refine(
      (text) => parseHours(text) !== undefined,
      'must be an hour from 00 to 23, or a range of hours such as 00-08',
    )
    .optional()
    .meta({ pattern: '^([01][0-9]|2[0-3]|00-([01][0-9]|2[0-3]))$' })
    .describe(
      'Hour of the start in Europe/Berlin, from `00` to `23`, or a range of hours such as `00-08`, both included.',
    ),
  variant: z
    .string()
    .refine(isVariant, `must be an experiment and its variant, separated by a colon, or ${noKey}`)
    .optional()
    .meta({ pattern: variantPattern })
    .describe(
      `Variant that the visitor saw, as \`<experiment>:<variant>\`; \`(none)\` for runs in no experiment. The recorded variant counts. Such figures are counted run by run, so they take longer; a report on attribution then covers at most ${maxVariantDays} days.`,
    ),
} satisfies Record<RunDimension | 'variant', z.ZodType>

/** Returns the schema of a list cursor: the sort key of the last row on a page as an opaque string. */
export function cursorOf<SortKey>(
  pattern: RegExp,
  sortKey: z.ZodType<SortKey, SortKey>,
  parts: { decode: (text: string) => SortKey; encode: (sortKey: SortKey) => string },
) {
  const text = z.string().regex(pattern, 'must be the nextCursor of the previous page, unchanged')
  return z.codec(text, sortKey, parts)
}

export const cursorDescription = '`nextCursor` of the previous page, unchanged.'
