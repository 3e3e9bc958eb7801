/**
 * Removes control characters and surrounding white space from text that comes from a URL. No URL needs control
 * characters, and not every database can store them.
 */
export function printable(text: string): string {
  // oxlint-disable-next-line no-control-regex -- removes control characters
  return text.replace(/[\u0000-\u001f\u007f]/g, '').trim()
}
