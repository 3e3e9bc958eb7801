import { type ComponentType, lazy } from 'react'

const Nothing = () => null

/**
 * Returns a lazy component for content below the first screen. Loading its code starts immediately, but is not awaited.
 * If loading fails, the component renders nothing. An error would replace the page, possibly with a half-filled form.
 */
export function loadedLater<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const loading: Promise<ComponentType<Props>> = load().catch((error: unknown) => {
    console.warn('A part of the page could not be loaded:', error)
    return Nothing
  })
  return lazy(async () => ({ default: await loading }))
}
