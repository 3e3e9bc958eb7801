import type { Device } from '#domain/limits.ts'

/** Returns the device class for a window width in px. */
export function deviceOf(width: number): Device {
  if (width < 768) return 'mobile'
  return width < 1024 ? 'tablet' : 'desktop'
}
