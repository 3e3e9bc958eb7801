import type { Logger } from 'pino'

/** A log line that any client can cause. */
interface LimitedLine {
  level: 'info' | 'warn' | 'error'
  /**
   * Lines with the same level, message and key share a limit. The key must not come from a client, because the client
   * could then use up all `maxKeys` keys.
   */
  key?: string
  fields: object
  message: string
}

const everyMs = 60_000

/** Maximum number of kinds of lines that are limited separately. All further kinds share one limit. */
const maxKeys = 200

export type LimitedLog = ReturnType<typeof createLimitedLog>

/**
 * Returns a log for lines that any client can cause. Lines with the same level, message and key are of one kind. The
 * first line of a kind is written immediately. Further lines of the kind are summarised in one line per minute, with
 * their number as `count` and the fields of the last line.
 */
export function createLimitedLog(log: Logger) {
  const kinds = new Map<string, { count: number; last: LimitedLine }>()

  function write({ level, fields, message }: LimitedLine, count: number): void {
    log[level](count > 1 ? { ...fields, count } : fields, message)
  }

  function summarize(key: string): void {
    const { count, last } = kinds.get(key)!
    kinds.delete(key)
    if (count > 0) begin(key, last, count)
  }

  function begin(key: string, line: LimitedLine, count: number): void {
    write(line, count)
    kinds.set(key, { count: 0, last: line })
    setTimeout(() => summarize(key), everyMs).unref()
  }

  return (line: LimitedLine): void => {
    const wanted = `${line.level} ${line.message} ${line.key ?? ''}`
    const key = kinds.has(wanted) || kinds.size < maxKeys ? wanted : 'others'
    const kind = kinds.get(key)
    if (!kind) return begin(key, line, 1)
    kind.count += 1
    kind.last = line
  }
}
