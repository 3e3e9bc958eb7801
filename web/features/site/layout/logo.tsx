/** Logo: a boat folded from a form. */
export function LogoMark({ className = 'size-9' }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={className} aria-hidden="true">
      <rect width="32" height="32" rx="8" className="fill-leaf-800" />
      <path d="M16 6.5 23.5 17h-15z" fill="#fff" />
      <path d="M16 6.5V17H8.5z" className="fill-leaf-200" />
      <path d="M5 18.5h22l-4.2 5.5H9.2z" fill="#fff" />
      <path
        d="M7 27c1.5 0 1.5-1 3-1s1.5 1 3 1 1.5-1 3-1 1.5 1 3 1 1.5-1 3-1 1.5 1 3 1"
        className="stroke-lime"
        fill="none"
        strokeWidth="1.6"
        strokeLinecap="round"
      />
    </svg>
  )
}
