import { encodeQR } from 'qr'

/** Width of the quiet zone in modules, as ISO/IEC 18004 requires. */
const quiet = 4

/** QR code of a link. It is always dark on light, because many cameras do not read an inverted code. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const modules = encodeQR(text, 'raw', { border: quiet })
  const path = modules
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('')
  return (
    <>
      <span className="sr-only">{label}</span>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${modules.length} ${modules.length}`}
        shapeRendering="crispEdges"
        className="size-60 rounded-lg bg-white forced-color-adjust-none"
      >
        <path d={path} fill="#000" />
      </svg>
    </>
  )
}
