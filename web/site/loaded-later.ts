import { type ComponentType, lazy } from 'react'

const Nothing = () => null

/**
 * A part of the page below the first screen, whose code is asked for at once but not waited for.
 * Where it cannot be had the page stays as it is: a missing footer must not cost anybody a half-filled form.
 */
export function loadedLater<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const loading: Promise<ComponentType<Props>> = load().catch((error: unknown) => {
    console.warn('A part of the page could not be loaded:', error)
    return Nothing
  })
  return lazy(async () => ({ default: await loading }))
}
