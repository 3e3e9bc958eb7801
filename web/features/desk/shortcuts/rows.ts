// Lists mark the link by which a row is opened with `data-row`.

const rows = () => [...document.querySelectorAll<HTMLElement>('main [data-row]')]
const itemOf = (row: HTMLElement) => row.closest('li')
const isFocused = (row: HTMLElement) => itemOf(row)?.contains(document.activeElement) ?? false

/** Focuses the row that is `step` rows after the focused one; the first or the last one if none is focused. */
export function moveToRow(step: 1 | -1): void {
  const all = rows()
  const from = all.findIndex(isFocused)
  const next = from === -1 && step === -1 ? all.length - 1 : from + step
  const row = all[Math.min(Math.max(next, 0), all.length - 1)]
  row?.focus()
  if (row) itemOf(row)?.scrollIntoView({ block: 'nearest' })
}

/** Ticks or unticks the checkbox of the focused row. */
export function toggleFocusedRow(): void {
  const row = rows().find(isFocused)
  if (row) itemOf(row)?.querySelector<HTMLInputElement>('input[type=checkbox]')?.click()
}

/** Opens the first row. */
export function openFirstRow(): void {
  rows()[0]?.click()
}
