/** Formats a size in KB or MB, in German. MB are rounded up, so that a size above a limit never looks like the limit. */
export function showSize(bytes: number): string {
  if (bytes < 1024 * 1024) return `${Math.max(1, Math.round(bytes / 1024)).toLocaleString('de-DE')} KB`
  return `${(Math.ceil((bytes / 1024 / 1024) * 10) / 10).toLocaleString('de-DE')} MB`
}
