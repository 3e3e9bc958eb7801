import type { AttributionModel } from '#domain/attribution/credit-touches.ts'
import type { AdPlatform } from '#domain/events/wire-events.ts'
import { dayMs } from '#domain/time/durations.ts'
import type { Candidate, ConversionState } from './conversion.ts'

/** An order with its state and, if it is still stored, its click id. */
export interface Conversion extends Omit<Candidate, 'state'> {
  state: ConversionState
  clickId: string | undefined
}

interface PlatformFile {
  platform: AdPlatform
  kind: 'conversions' | 'retractions'
  /** Lines before the rows. */
  head: readonly string[]
  /** Returns the cells of an order; undefined if the file does not contain it. */
  cells: (conversion: Conversion, about: { name: string; now: number }) => readonly string[] | undefined
}

/**
 * Google Ads does not adjust conversions that are older than 54 days:
 * https://developers.google.com/google-ads/api/reference/rpc/latest/ConversionAdjustmentUploadErrorEnum.ConversionAdjustmentUploadError
 */
const adjustableDays = 54

/** Times are in UTC, so that the hour that occurs twice in autumn is not ambiguous. */
const timeZone = 'Parameters:TimeZone=+0000'

/**
 * The files for the ad platforms, by name.
 *
 * Google Ads imports conversions from clicks and adjustments in separate files. A file of conversions has a line with the
 * time zone, and the consent for each row in the words `Granted` and `Denied`; conversions that were imported before
 * are ignored. An adjustment names the order id of its conversion and has no value if it is a retraction:
 * https://support.google.com/google-ads/answer/7014069, https://support.google.com/google-ads/answer/7686280
 *
 * Microsoft Advertising imports conversions in a similar file (template: https://aka.ms/dk8o1y). A retraction is a bulk
 * record, which names the click id, the name and the time of the conversion, because there are no order ids:
 * https://learn.microsoft.com/en-us/advertising/bulk-service/offline-conversion
 */
export const platformFiles = {
  'google-conversions.csv': {
    platform: 'google',
    kind: 'conversions',
    head: [
      timeZone,
      'Google Click ID,Conversion Name,Conversion Time,Conversion Value,Conversion Currency,Order ID,Ad User Data,Ad Personalization',
    ],
    cells: (conversion, { name }) =>
      reported(conversion, ({ clickId, at, valueCents, orderNumber }) => {
        // The question for consent names the report of conversions, not personalised advertising.
        return [clickId, name, utcTime(at), euros(valueCents), 'EUR', orderNumber, 'Granted', 'Denied']
      }),
  },
  'google-retractions.csv': {
    platform: 'google',
    kind: 'retractions',
    head: [
      timeZone,
      'Order ID,Conversion Name,Adjustment Time,Adjustment Type,Adjusted Value,Adjusted Value Currency',
    ],
    cells: ({ state, retractedAt, orderNumber, at }, { name, now }) =>
      state === 'retracted' && retractedAt !== null && at >= now - adjustableDays * dayMs
        ? [orderNumber, name, utcTime(retractedAt), 'RETRACT', '', '']
        : undefined,
  },
  'microsoft-conversions.csv': {
    platform: 'microsoft',
    kind: 'conversions',
    head: [
      timeZone,
      'Microsoft Click ID,Conversion Name,Conversion Time,Conversion Value,Conversion Currency',
    ],
    cells: (conversion, { name }) =>
      reported(conversion, ({ clickId, at, valueCents }) => [
        clickId,
        name,
        utcTime(at),
        euros(valueCents),
        'EUR',
      ]),
  },
  'microsoft-retractions.csv': {
    platform: 'microsoft',
    kind: 'retractions',
    head: [
      'Type,Status,Id,Parent Id,Client Id,Name,Adjustment Type,Adjustment Time,Conversion Name,Conversion Time,Microsoft Click Id',
      'Format Version,,,,,6.0,,,,,',
    ],
    cells: ({ state, retractedAt, at, clickId }, { name }) =>
      state === 'retracted' && retractedAt !== null && clickId !== undefined
        ? `Offline Conversion,,,,,,Retract,${usTime(retractedAt)},${name},${usTime(at)},${clickId}`.split(',')
        : undefined,
  },
} as const satisfies Record<string, PlatformFile>

/** Settings of the files from which ad platforms learn of orders. */
export interface ConversionFiles {
  platforms: readonly [AdPlatform, ...AdPlatform[]]
  /** Secret from which the addresses of the files are derived. */
  secret: string
  /** Name of the conversion in the accounts of the platforms. */
  name: string
  model: AttributionModel
}

export type PlatformFileName = keyof typeof platformFiles

export const platformFileNames = Object.keys(platformFiles) as PlatformFileName[]

/** Returns the names of the files for these platforms. */
export function filesFor(platforms: readonly AdPlatform[]): PlatformFileName[] {
  return platformFileNames.filter((name) => platforms.includes(platformFiles[name].platform))
}

/** Returns the lines before the rows of a file. */
export function fileHead(file: PlatformFileName): string {
  return platformFiles[file].head.map(asLine).join('')
}

/** Writes the rows of a file. */
export class FileRows {
  /** Click ids of the conversions in the second of the last one. Rows are sorted by time. */
  #second = { time: 0, clickIds: new Set<string>() }
  readonly #file: PlatformFile
  readonly #about: { name: string; now: number }

  constructor(file: PlatformFileName, about: { name: string; now: number }) {
    this.#file = platformFiles[file]
    this.#about = about
  }

  /**
   * Returns the row of an order; empty if the file does not contain it. Platforms take two conversions of a click in the
   * same second for one, so the second of them is left out.
   */
  row(conversion: Conversion): string {
    const cells = this.#file.cells(conversion, this.#about)
    return !cells || this.#isRepeated(conversion) ? '' : asLine(cells.join(','))
  }

  #isRepeated({ clickId, at }: Conversion): boolean {
    if (this.#file.kind !== 'conversions' || clickId === undefined) return false
    const time = Math.floor(at / 1000)
    if (time !== this.#second.time) this.#second = { time, clickIds: new Set() }
    if (this.#second.clickIds.has(clickId)) return true
    this.#second.clickIds.add(clickId)
    return false
  }
}

const asLine = (text: string) => `${text}\r\n`

function reported(
  conversion: Conversion,
  cells: (conversion: Conversion & { clickId: string }) => string[],
): string[] | undefined {
  const { state, clickId } = conversion
  return (state === 'available' || state === 'reported') && clickId !== undefined
    ? cells({ ...conversion, clickId })
    : undefined
}

/** Returns a time in UTC as `2026-11-20 10:04:11`. */
function utcTime(at: number): string {
  return new Date(at).toISOString().slice(0, 19).replace('T', ' ')
}

/** Returns a time in UTC as bulk records have it: `11/20/2026 10:04:11 AM`. */
function usTime(at: number): string {
  const [year, month, day, hour, minute, second] = utcTime(at).split(/\D/).map(Number)
  const clock = [minute, second].map((part) => String(part).padStart(2, '0')).join(':')
  return `${month}/${day}/${year} ${hour! % 12 || 12}:${clock} ${hour! < 12 ? 'AM' : 'PM'}`
}

function euros(cents: number): string {
  return (cents / 100).toFixed(2)
}

/**
 * Returns a name of a conversion, or undefined if it could break a file: it is written without quotes, and spreadsheets
 * would take some beginnings for formulas.
 */
export function readConversionName(text: string): string | undefined {
  return /^[\p{L}\p{N}][^\p{C}",;]{0,99}$/u.test(text) ? text : undefined
}
