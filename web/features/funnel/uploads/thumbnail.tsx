import { useEffect, useRef, useState } from 'react'
import type { RunFile } from './file-list.ts'
import { fetchContent } from './send-file.ts'
import type { UploadRun } from './upload-run.ts'

/** Width and height of the thumbnail in CSS pixels. */
const side = 56
/** Maximum size in bytes of a stored file that is fetched for a thumbnail. */
const fetchedBytes = 3 * 1024 * 1024

/**
 * Shows a thumbnail of an image, or the file extension if there is no thumbnail. The thumbnail is drawn on a canvas,
 * because the content security policy does not allow `blob:` URLs.
 */
export function Thumbnail({ file, run }: { file: RunFile; run: UploadRun }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [drawn, setDrawn] = useState(false)
  const { content, id, mimeType, size } = file

  useEffect(() => {
    let left = false
    async function draw() {
      const fetched = id !== undefined && mimeType.startsWith('image/') && size <= fetchedBytes
      const image = content ?? (fetched ? await fetchContent(run, id) : undefined)
      const bitmap = image && (await createImageBitmap(image).catch(() => undefined))
      if (bitmap && canvas.current && !left) setDrawn(drawCovering(canvas.current, bitmap))
      bitmap?.close()
    }
    void draw()
    return () => {
      left = true
    }
  }, [content, id, mimeType, size, run])

  return (
    <span
      aria-hidden="true"
      className="grid size-14 shrink-0 place-items-center overflow-hidden rounded-lg bg-leaf-100 text-sm font-bold text-leaf-800"
    >
      <canvas ref={canvas} width={2 * side} height={2 * side} className={drawn ? 'size-14' : 'hidden'} />
      {!drawn && kindOf(file)}
    </span>
  )
}

function drawCovering(canvas: HTMLCanvasElement, bitmap: ImageBitmap): boolean {
  const context = canvas.getContext('2d')
  if (!context) return false
  const scale = Math.max(canvas.width / bitmap.width, canvas.height / bitmap.height)
  const [width, height] = [bitmap.width * scale, bitmap.height * scale]
  context.drawImage(bitmap, (canvas.width - width) / 2, (canvas.height - height) / 2, width, height)
  return true
}

function kindOf({ name }: RunFile): string {
  const ending = /\.([a-z]{2,4})$/i.exec(name)?.[1]
  return ending?.toUpperCase() ?? '…'
}
