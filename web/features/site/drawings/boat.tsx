/** Drawing of a boat that is folded from a paper form. */
export function Boat({ className }: { className: string }) {
  return (
    <svg viewBox="0 0 360 292" className={className} aria-hidden="true">
      <circle cx="262" cy="84" r="44" className="fill-leaf-700" />
      <circle cx="262" cy="84" r="27" className="fill-lime" />
      <path d="M180 44 268 168H92z" fill="#fff" />
      <path d="M180 44v124H92z" className="fill-leaf-200" />
      <path d="M196 106h18M196 124h32M196 142h45" className="stroke-leaf-700" strokeWidth="5" />
      <path d="M44 182h272l-50 62H94z" fill="#fff" />
      <path d="M44 182h136v62H94z" className="fill-leaf-100" />
      <g fill="none" strokeWidth="7" strokeLinecap="round">
        <path d="M10 256q22.5-15 45 0t45 0 45 0 45 0 45 0 45 0 45 0" className="stroke-lime" />
        <path d="M40 280q22.5-15 45 0t45 0 45 0 45 0 45 0" className="stroke-leaf-600" />
      </g>
    </svg>
  )
}
