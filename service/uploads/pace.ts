import { minUploadBytesPerSecond, uploadPaceMs } from '#domain/uploads/upload-types.ts'

export interface UploadPace {
  /** Maximum time from the start of the request to the beginning of the file, in ms. */
  headMs: number
  /** Minimum number of bytes per second after the file has begun, averaged over `windowMs`. */
  bytesPerSecond: number
  windowMs: number
}

export const uploadPace: UploadPace = {
  headMs: 10_000,
  bytesPerSecond: minUploadBytesPerSecond,
  windowMs: uploadPaceMs,
}

/** Number of times the pace is checked per window. */
const ticks = 20

/**
 * Calls `giveUp` if a client sends more slowly than the pace requires. Time during which the service itself makes the
 * client wait does not count.
 */
export function watchPace({ headMs, bytesPerSecond, windowMs }: UploadPace, giveUp: () => void) {
  const tickMs = windowMs / ticks
  const fairShare = (bytesPerSecond * tickMs) / 1000
  const window: number[] = []
  let received = 0
  let holding = false
  let ticking: NodeJS.Timeout | undefined
  const head = setTimeout(giveUp, headMs)

  function tick(): void {
    window.push(holding ? Math.max(received, fairShare) : received)
    received = 0
    if (window.length > ticks) window.shift()
    if (window.length === ticks && window.reduce((sum, bytes) => sum + bytes) < fairShare * ticks) giveUp()
  }

  return {
    received: (bytes: number) => void (received += bytes),
    /** Sets whether the service is making the client wait. */
    hold: (on: boolean) => void (holding = on),
    /** Must be called when the file begins. Ends the time limit `headMs` and starts checking the pace. */
    startFile() {
      clearTimeout(head)
      ticking ??= setInterval(tick, tickMs)
    },
    end() {
      clearTimeout(head)
      clearInterval(ticking)
    },
  }
}
