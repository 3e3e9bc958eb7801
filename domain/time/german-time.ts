const format = new Intl.DateTimeFormat('de-DE', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'Europe/Berlin',
})

/** Returns an instant (ms since the epoch) in Berlin, for example `22. November 2026 um 10:04 Uhr`. */
export function germanTime(at: number): string {
  return `${format.format(at)} Uhr`
}
