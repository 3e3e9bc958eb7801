const number = new Intl.NumberFormat('de-DE')

/** Formats a size in KB or MB, in German. MB are rounded up, so that a size above a limit never looks like the limit. */
export function showSize(bytes: number): string {
  if (bytes < 1024 * 1024) return `${number.format(Math.max(1, Math.round(bytes / 1024)))} KB`
  return `${number.format(Math.ceil((bytes / 1024 / 1024) * 10) / 10)} MB`
}
