import { type ComponentType, lazy } from 'react'

const Nothing = () => null

/**
 * Returns a lazy component for content below the first screen. Its code is requested immediately but not awaited.
 * Renders nothing if loading fails, because a missing footer must not discard a half-filled form.
 */
export function loadedLater<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const loading: Promise<ComponentType<Props>> = load().catch((error: unknown) => {
    console.warn('A part of the page could not be loaded:', error)
    return Nothing
  })
  return lazy(async () => ({ default: await loading }))
}
