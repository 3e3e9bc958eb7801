import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'

/** Answer times in ms. */
export interface AnswerTimes {
  p50: number
  p95: number
  p99: number
}

/** What happened in one step of the time axis. */
export interface Moment {
  /** Seconds since the load began. */
  at: number
  requestsPerSecond: number
  /** Requests per second by status; 0 is no answer at all. */
  statuses: Record<string, number>
  /** Undefined where nothing of that lane was answered. */
  lanes: Record<'high' | 'waiting', AnswerTimes | undefined>
}

export interface Series {
  /** ms since the epoch */
  startedAt: number
  stepSeconds: number
  moments: Moment[]
}

interface Bucket {
  statuses: Map<string, number>
  durations: Record<'high' | 'waiting', number[]>
}

/** As many as a plot can show. */
const mostMoments = 180

/** Reads the metrics that k6 wrote line by line (`--out csv`, gzipped, times in ms). */
export async function readSeries(file: string, durationMs: number): Promise<Series> {
  const stepSeconds = Math.max(1, Math.ceil(durationMs / 1000 / mostMoments))
  const buckets = new Map<number, Bucket>()
  const lines = createInterface({ input: createReadStream(file).pipe(createGunzip()) })
  let read: (line: string) => Sample | undefined = (head) => {
    read = sampleReader(head)
    return undefined
  }
  for await (const line of lines) {
    const sample = read(line)
    if (!sample) continue
    const key = Math.floor(sample.at / 1000 / stepSeconds)
    const bucket: Bucket = buckets.get(key) ?? { statuses: new Map(), durations: { high: [], waiting: [] } }
    buckets.set(key, bucket)
    bucket.statuses.set(sample.status, (bucket.statuses.get(sample.status) ?? 0) + 1)
    if (sample.status !== '0') bucket.durations[sample.lane].push(sample.ms)
  }
  const keys = [...buckets.keys()]
  const [first, last] = [Math.min(...keys), Math.max(...keys)]
  const moments = keys.length === 0 ? [] : Array.from({ length: last - first + 1 }, (_, index) => index)
  return {
    startedAt: keys.length === 0 ? 0 : first * stepSeconds * 1000,
    stepSeconds,
    moments: moments.map((index) => momentOf(buckets.get(first + index), { index, stepSeconds })),
  }
}

interface Sample {
  /** ms since the epoch */
  at: number
  ms: number
  status: string
  lane: 'high' | 'waiting'
}

/** From the line of column names. Of a request's metrics its duration is read, which has its status and lane as well. */
function sampleReader(head: string): (line: string) => Sample | undefined {
  const names = head.split(',')
  const [status, tags] = [names.indexOf('status'), names.indexOf('extra_tags')]
  if (status < 0 || tags < 0) throw new Error(`k6 wrote other columns than expected: ${head}`)
  return (line) => {
    if (!line.startsWith('http_req_duration,')) return undefined
    const columns = line.split(',')
    const lane = columns[tags]!.includes('lane=high') ? 'high' : 'waiting'
    return { at: Number(columns[1]), ms: Number(columns[2]), status: columns[status] || '0', lane }
  }
}

function momentOf(
  bucket: Bucket | undefined,
  { index, stepSeconds }: { index: number; stepSeconds: number },
): Moment {
  const statuses = Object.fromEntries(
    [...(bucket?.statuses ?? [])].map(([status, count]) => [status, count / stepSeconds]),
  )
  return {
    at: index * stepSeconds,
    requestsPerSecond: Object.values(statuses).reduce((sum, rate) => sum + rate, 0),
    statuses,
    lanes: { high: timesOf(bucket?.durations.high), waiting: timesOf(bucket?.durations.waiting) },
  }
}

function timesOf(durations: number[] = []): AnswerTimes | undefined {
  if (durations.length === 0) return undefined
  const sorted = durations.toSorted((a, b) => a - b)
  // The nearest rank.
  const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1]!
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}
