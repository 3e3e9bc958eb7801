// One notice at a time: a new one takes the place of the old (specification part 1, 2.4).
let current: number | string | undefined
const duration = 5000
/** Confirmations of something small stand elsewhere, three at most, and take nothing else's place. */
const passingDuration = 4000

type Kind = 'success' | 'info' | 'warning' | 'error' | 'loading'

const load = () => import('./notices.tsx')
let loading: ReturnType<typeof load> | undefined

/** The library comes with the first notice; where it cannot be loaded, the page's own text has to do. */
async function show(draw: (notices: Awaited<ReturnType<typeof load>>) => void): Promise<void> {
  try {
    loading ??= load()
    draw(await loading)
  } catch (error) {
    loading = undefined
    console.warn('The notice could not be shown:', error)
  }
}

/** Each has an id of its own: one that is just leaving would take a new one of the same id with it. */
const notice = (kind: Kind, message: string, lasting: number) =>
  void show(({ toast }) => {
    const before = current
    current = toast[kind](message, { duration: lasting })
    if (before !== undefined) toast.dismiss(before)
  })

export const notify = {
  success: (message: string) => notice('success', message, duration),
  info: (message: string) => notice('info', message, duration),
  warning: (message: string) => notice('warning', message, duration),
  /** Stays until it is closed: whoever reads slowly must not lose it (DESIGN 10.17). */
  error: (message: string) => notice('error', message, Infinity),
  /** Stays until another one takes its place or it is dismissed. */
  loading: (message: string) => notice('loading', message, Infinity),
  passing: (message: string) =>
    void show(({ toast, passingPlace }) =>
      toast.success(message, { toasterId: passingPlace, duration: passingDuration }),
    ),
  dismiss() {
    if (!loading) return
    void show(({ toast }) => {
      if (current !== undefined) toast.dismiss(current)
      current = undefined
    })
  },
}
