// Id of the current notice. Only one notice is shown at a time, and a new notice replaces it.
let current: number | string | undefined
/** Minimum duration of a notice in ms. */
const duration = 5000
/** Time in ms that a slow reader needs for one character. */
const readingTime = 80
/**
 * Duration of minor confirmations in ms. Unlike notices, they are shown up to three at a time: at the bottom right, or on
 * the site header of a phone.
 */
const passingDuration = 4000

type Kind = 'success' | 'info' | 'warning' | 'error' | 'loading'

const load = () => import('./notices.tsx')
let loading: ReturnType<typeof load> | undefined

/** Shows a notice. The first call loads the library for notices. If loading fails, the notice is not shown. */
async function show(draw: (notices: Awaited<ReturnType<typeof load>>) => void): Promise<void> {
  try {
    loading ??= load()
    draw(await loading)
  } catch (error) {
    loading = undefined
    console.warn('The notice could not be shown:', error)
  }
}

/** Returns how long a notice remains, in ms. */
const durationFor = (message: string) => Math.max(duration, message.length * readingTime)

/**
 * Shows a notice and dismisses the previous one. Each notice gets its own id. If both had the same id, the new notice
 * would be dismissed as well.
 */
const notice = (kind: Kind, message: string, lasting = durationFor(message)) =>
  void show(({ toast, positionOf }) => {
    const before = current
    current = toast[kind](message, { duration: lasting, position: positionOf(kind) })
    if (before !== undefined) toast.dismiss(before)
  })

export const notify = {
  success: (message: string) => notice('success', message),
  info: (message: string) => notice('info', message),
  warning: (message: string) => notice('warning', message),
  /** The notice remains until the visitor closes it, so that slow readers do not miss it. */
  error: (message: string) => notice('error', message, Infinity),
  /** The notice remains until it is replaced or dismissed. */
  loading: (message: string) => notice('loading', message, Infinity),
  passing: (message: string) =>
    void show(({ toast, passingToasterId }) =>
      toast.success(message, { toasterId: passingToasterId, duration: passingDuration }),
    ),
  dismiss() {
    if (!loading) return
    void show(({ toast }) => {
      if (current !== undefined) toast.dismiss(current)
      current = undefined
    })
  },
}
