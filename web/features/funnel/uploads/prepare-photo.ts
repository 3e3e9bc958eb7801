const largeBytes = 2 * 1024 * 1024
/** Maximum width and height of a photo in px. At this size, a photographed page of text is legible. */
const maxSidePixels = 2400
const quality = 0.85
/** Types that can contain several images, of which scaling down would keep only the first. */
const severalImages = new Set(['image/gif', 'image/tiff'])

export interface PreparedFile {
  content: Blob
  name: string
}

/**
 * Scales down a large photo, because uploads are slow on mobile connections. Returns the file unchanged if it is small,
 * if it is not an image, if it is a GIF (which may be animated) or a TIFF (which may have several pages), or if the
 * browser cannot decode it. Only Safari can decode HEIC.
 */
export async function preparePhoto(file: File): Promise<PreparedFile> {
  const unchanged = { content: file, name: file.name }
  if (file.size <= largeBytes || !file.type.startsWith('image/') || severalImages.has(file.type))
    return unchanged
  const bitmap = await createImageBitmap(file).catch(() => undefined)
  if (!bitmap) return unchanged
  const smaller = await scaledDown(bitmap)
  bitmap.close()
  if (!smaller || smaller.size >= file.size) return unchanged
  return { content: smaller, name: `${file.name.replace(/\.[^.]*$/, '') || 'Foto'}.jpg` }
}

function scaledDown(bitmap: ImageBitmap): Promise<Blob | null> {
  const scale = Math.min(1, maxSidePixels / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const context = canvas.getContext('2d')
  if (!context) return Promise.resolve(null)
  // JPEG has no transparency. Without a white background, transparent pixels would turn black and hide black text.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
}
