const largeBytes = 2 * 1024 * 1024
/** In pixels: a page of text photographed at this size can be read. */
const longestSide = 2400
const quality = 0.85

export interface PreparedFile {
  content: Blob
  name: string
}

/**
 * Makes a large photo smaller, so that it is sent in seconds over a phone's connection. What is small, moves, or cannot
 * be decoded by this browser (HEIC outside of Safari) is left as it is.
 */
export async function preparePhoto(file: File): Promise<PreparedFile> {
  const unchanged = { content: file, name: file.name }
  if (file.size <= largeBytes || !file.type.startsWith('image/') || file.type === 'image/gif')
    return unchanged
  const bitmap = await createImageBitmap(file).catch(() => undefined)
  if (!bitmap) return unchanged
  const smaller = await scaledDown(bitmap)
  bitmap.close()
  if (!smaller || smaller.size >= file.size) return unchanged
  return { content: smaller, name: `${file.name.replace(/\.[^.]*$/, '') || 'Foto'}.jpg` }
}

function scaledDown(bitmap: ImageBitmap): Promise<Blob | null> {
  const scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const context = canvas.getContext('2d')
  if (!context) return Promise.resolve(null)
  // A JPEG knows no transparency, and black text on black could not be read.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
}
