/** Copies a text. Rejects also if the browser has no clipboard, which it offers only over https and on localhost. */
export async function copyText(text: string): Promise<void> {
  await navigator.clipboard.writeText(text)
}
