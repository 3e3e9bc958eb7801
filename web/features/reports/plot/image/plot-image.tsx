import { type ReactNode, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { useFilters } from '#web/features/reports/filters/use-filters.ts'
import { dayRange } from '#web/features/reports/words/number-format.ts'
import { pageFont } from './page-font.ts'

interface PlotImageProps {
  /** Heading of the image. */
  title: string
  /** Sentence below the plot. */
  note?: string
  children: ReactNode
}

/** Plot with a button that saves it as a PNG file, under its title and the days of the page. */
export function PlotImage({ title, note, children }: PlotImageProps) {
  const { from, to } = useFilters().filters
  const plot = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<'ready' | 'saving' | 'failed'>('ready')
  const save = async (node: HTMLElement) => {
    setState('saving')
    try {
      download(
        await drawImage(node, `${title}, ${dayRange(from, to)}`),
        `${fileName(title)}-${from}-${to}.png`,
      )
      setState('ready')
    } catch {
      setState('failed')
    }
  }
  return (
    <>
      <div ref={plot}>{children}</div>
      <div className="mt-1 flex flex-wrap items-center justify-between gap-x-6 text-sm">
        <p className="text-muted">{note}</p>
        <p className="print:hidden">
          <Button
            look="link"
            disabled={state === 'saving'}
            onClick={() => plot.current && void save(plot.current)}
          >
            PNG <span className="sr-only">{title}</span>
          </Button>{' '}
          <output>{state === 'failed' && 'Dieser Browser kann das Bild nicht speichern.'}</output>
        </p>
      </div>
    </>
  )
}

const [margin, headerHeight] = [24, 44]

/** Draws an element with its colors in twice the resolution of the page. Throws if the browser cannot. */
async function drawImage(node: HTMLElement, title: string): Promise<Blob> {
  const { domToBlob } = await import('modern-screenshot')
  const { backgroundColor, color } = getComputedStyle(node.closest('section') ?? node)
  return domToBlob(node, {
    scale: 2,
    width: node.offsetWidth + 2 * margin,
    height: node.offsetHeight + 2 * margin + headerHeight,
    backgroundColor,
    style: { padding: `${margin}px`, boxSizing: 'border-box' },
    font: { cssText: await pageFont() },
    // Buttons do nothing in an image.
    filter: (one) => !(one instanceof HTMLButtonElement),
    onCloneNode(cloned) {
      const header = document.createElement('div')
      header.textContent = title
      Object.assign(header.style, {
        color,
        font: `600 20px / 1 ${getComputedStyle(node).fontFamily}`,
        height: `${headerHeight}px`,
      })
      cloned.insertBefore(header, cloned.firstChild)
    },
  })
}

function download(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // Browsers read the content after the click, some of them only after a moment.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

function fileName(title: string): string {
  return title
    .toLowerCase()
    .replaceAll('ä', 'ae')
    .replaceAll('ö', 'oe')
    .replaceAll('ü', 'ue')
    .replaceAll('ß', 'ss')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}
