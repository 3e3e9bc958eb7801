export interface Bell {
  ring(): void
  /** Until the bell is rung, at most so long; at once when it was rung since the last wait. */
  wait(ms: number): Promise<void>
}

/** Wakes a loop that sleeps between looks; a ring while it works is not lost. */
export function createBell(): Bell {
  let rung = false
  let answer: (() => void) | undefined
  return {
    ring() {
      rung = true
      answer?.()
    },
    async wait(ms) {
      if (!rung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms)
          answer = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      rung = false
      answer = undefined
    },
  }
}
