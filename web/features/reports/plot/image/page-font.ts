import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url'

/**
 * Returns the style sheet of the page's font with the font inside it. An image that is drawn from a page cannot load a
 * file. Throws if the font cannot be loaded.
 */
export async function pageFont(): Promise<string> {
  const response = await fetch(figtree)
  if (!response.ok) throw new Error(`The font was answered with status ${response.status}`)
  const address = await dataUrl(await response.blob())
  return `@font-face { font-family: Figtree; font-weight: 300 900; src: url(${address}) format('woff2') }`
}

function dataUrl(content: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result as string))
    reader.addEventListener('error', () => reject(reader.error as DOMException))
    reader.readAsDataURL(content)
  })
}
