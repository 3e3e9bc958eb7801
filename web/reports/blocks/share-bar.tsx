/** How long a number is beside the others of its column; the number itself stands beside it. */
export function ShareBar({ share, alarming = false }: { share: number; alarming?: boolean }) {
  return (
    <span aria-hidden="true" className="inline-block h-2.5 w-24 rounded-sm bg-paper align-middle">
      <span
        className={`block h-full rounded-sm ${alarming ? 'bg-alarm' : 'bg-leaf-600'}`}
        style={{ width: `${Math.min(1, Math.max(0, share)) * 100}%` }}
      />
    </span>
  )
}
