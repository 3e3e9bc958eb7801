// One notice at a time: a new one takes the place of the old (specification part 1, 2.4).
const id = 'notice'
const duration = 5000

type Kind = 'success' | 'info' | 'warning' | 'error'

const load = () => import('./notices.tsx')
let loading: ReturnType<typeof load> | undefined

/** The library comes with the first notice; where it cannot be loaded, the page's own text has to do. */
async function show(kind: Kind, message: string, lasting: number): Promise<void> {
  try {
    loading ??= load()
    const { toast } = await loading
    toast[kind](message, { id, duration: lasting })
  } catch (error) {
    loading = undefined
    console.warn('The notice could not be shown:', error)
  }
}

export const notify = {
  success: (message: string) => void show('success', message, duration),
  info: (message: string) => void show('info', message, duration),
  warning: (message: string) => void show('warning', message, duration),
  /** Stays until it is closed: whoever reads slowly must not lose it (DESIGN 10.17). */
  error: (message: string) => void show('error', message, Infinity),
  dismiss: () => void loading?.then(({ toast }) => toast.dismiss(id)),
}
