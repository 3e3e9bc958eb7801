import { type ComponentType, lazy } from 'react'

const Nothing = () => null

const parts = new Set<Promise<unknown>>()

/** Resolves when the code of all parts is loaded that have been declared until then. */
export async function allPartsLoaded(): Promise<void> {
  for (const part of parts) await part
}

/**
 * Returns a lazy component for content below the first screen. Starts to load its code immediately. If loading fails,
 * the component renders nothing. Throwing an error would replace the whole page, possibly with a half-filled form, by
 * the error screen.
 */
export function loadedLater<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const loading: Promise<ComponentType<Props>> = load().catch((error: unknown) => {
    console.warn('A part of the page could not be loaded:', error)
    return Nothing
  })
  parts.add(loading)
  return lazy(async () => ({ default: await loading }))
}
