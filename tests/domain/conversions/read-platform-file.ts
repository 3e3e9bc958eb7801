import type { PlatformFileName } from '#domain/conversions/platform-files.ts'

// A strict reader of the files, written from the documentation of the platforms and not from the code that writes them:
// https://support.google.com/google-ads/answer/7014069, https://support.google.com/google-ads/answer/7686280,
// https://learn.microsoft.com/en-us/advertising/bulk-service/offline-conversion

export interface ReadConversion {
  clickId: string
  name: string
  at: number
  cents: number
  /** Google only. */
  orderNumber?: string
}

export interface ReadRetraction {
  name: string
  retractedAt: number
  /** Google names the order, Microsoft the click and the time of the conversion. */
  orderNumber?: string
  clickId?: string
  at?: number
}

export interface ReadFile {
  conversions: ReadConversion[]
  retractions: ReadRetraction[]
}

const formats = {
  'google-conversions.csv': {
    head: [
      'Parameters:TimeZone=+0000',
      'Google Click ID,Conversion Name,Conversion Time,Conversion Value,Conversion Currency,Order ID,Ad User Data,Ad Personalization',
    ],
    read: (cells: string[], now: number) => conversion(cells, now),
  },
  'microsoft-conversions.csv': {
    head: [
      'Parameters:TimeZone=+0000',
      'Microsoft Click ID,Conversion Name,Conversion Time,Conversion Value,Conversion Currency',
    ],
    read: (cells: string[], now: number) => conversion(cells, now),
  },
  'google-retractions.csv': {
    head: [
      'Parameters:TimeZone=+0000',
      'Order ID,Conversion Name,Adjustment Time,Adjustment Type,Adjusted Value,Adjusted Value Currency',
    ],
    read: ([orderNumber, name, time, type, value, currency]: string[], now: number): ReadRetraction => {
      if (type !== 'RETRACT') throw new Error(`adjustment type ${type}`)
      if (value !== '' || currency !== '') throw new Error('a retraction has a value')
      return { orderNumber: orderId(orderNumber), name: named(name), retractedAt: utc(time, now) }
    },
  },
  'microsoft-retractions.csv': {
    head: [
      'Type,Status,Id,Parent Id,Client Id,Name,Adjustment Type,Adjustment Time,Conversion Name,Conversion Time,Microsoft Click Id',
      'Format Version,,,,,6.0,,,,,',
    ],
    read: (cells: string[], now: number): ReadRetraction => {
      const [record, status, id, parent, client, own, type, adjusted, name, time, click] = cells
      if (record !== 'Offline Conversion' || type !== 'Retract') throw new Error(`${record}, ${type}`)
      if ([status, id, parent, client, own].some((cell) => cell !== '')) throw new Error('unused cells')
      const [retractedAt, at] = [usTime(adjusted, now), usTime(time, now)]
      if (retractedAt <= at) throw new Error('An adjustment time cannot be earlier than the conversion time.')
      return { clickId: clickId(click), name: named(name), at, retractedAt }
    },
  },
} as const

/** Reads a file as a platform does. Throws an error for anything that the documentation does not allow. */
export function readPlatformFile(file: PlatformFileName, text: string, now: number): ReadFile {
  const { head, read } = formats[file]
  if (/[^\r]\n|\r[^\n]|\uFEFF|"/.test(text) || !text.endsWith('\r\n')) throw new Error('line ends or quotes')
  const lines = text.slice(0, -2).split('\r\n')
  for (const [index, line] of head.entries())
    if (lines[index] !== line) throw new Error(`head: ${lines[index]}`)
  const columns = head[1].split(',').length
  const rows = lines.slice(2).map((line): ReadConversion | ReadRetraction => {
    const cells = line.split(',')
    if (cells.length !== columns) throw new Error(`${cells.length} cells, ${columns} columns: ${line}`)
    return read(cells, now)
  })
  const seen = new Set<string>()
  for (const row of rows) {
    const key = JSON.stringify(
      'cents' in row ? [row.clickId, row.name, row.at] : [row.orderNumber, row.clickId, row.at],
    )
    if (seen.has(key)) throw new Error(`twice: ${key}`)
    seen.add(key)
    if (!('cents' in row) || row.orderNumber === undefined) continue
    if (seen.has(row.orderNumber)) throw new Error(`the order id ${row.orderNumber} is used twice`)
    seen.add(row.orderNumber)
  }
  return {
    conversions: rows.filter((row) => 'cents' in row),
    retractions: rows.filter((row): row is ReadRetraction => !('cents' in row)),
  }
}

const day = 24 * 3600 * 1000

function conversion(cells: string[], now: number): ReadConversion {
  const [click, name, time, value, currency, order, userData, personalization] = cells
  const at = utc(time, now)
  if (at < now - 90 * day - 1000) throw new Error(`${time} is more than 90 days ago`)
  if (currency !== 'EUR') throw new Error(`currency ${currency}`)
  if (!/^(0|[1-9]\d*)\.\d\d$/.test(value!) || Number(value) === 0) throw new Error(`value ${value}`)
  const read = { clickId: clickId(click), name: named(name), at, cents: Math.round(Number(value) * 100) }
  if (order === undefined) return read
  if (userData !== 'Granted' || personalization !== 'Denied') throw new Error(`consent ${userData}`)
  return { ...read, orderNumber: orderId(order) }
}

function matching(pattern: RegExp, text: string | undefined, what: string): string {
  if (text === undefined || !pattern.test(text)) throw new Error(`${what}: ${JSON.stringify(text)}`)
  return text
}

const clickId = (text?: string) => matching(/^[A-Za-z0-9_.-]+$/, text, 'click id')
const orderId = (text?: string) => matching(/^[A-Za-z0-9-]{1,64}$/, text, 'order id')
const named = (text?: string) => matching(/^[^=+\-@\s][^,;"]*$/, text, 'name')

function utc(text: string | undefined, now: number): number {
  return past(
    Date.parse(`${matching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/, text, 'time').replace(' ', 'T')}Z`),
    now,
  )
}

function usTime(text: string | undefined, now: number): number {
  const format = /^([1-9]|1[0-2])\/([1-9]|[12]\d|3[01])\/(\d{4}) ([1-9]|1[0-2]):(\d\d):(\d\d) (AM|PM)$/
  const [, month, date, year, hour, minute, second, half] = format.exec(matching(format, text, 'time'))!
  const hours = (Number(hour) % 12) + (half === 'PM' ? 12 : 0)
  return past(
    Date.UTC(Number(year), Number(month) - 1, Number(date), hours, Number(minute), Number(second)),
    now,
  )
}

function past(at: number, now: number): number {
  if (!(at <= now)) throw new Error(`${at} is not in the past`)
  return at
}
