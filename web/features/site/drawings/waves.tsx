/** Two waves below the hero. The front wave has the color of the next section. */
export function Waves() {
  return (
    <svg
      viewBox="0 0 1440 56"
      preserveAspectRatio="none"
      className="relative block h-7 w-full sm:h-12 forced-colors:invisible"
      aria-hidden="true"
    >
      <path
        d="M0 26c120-26 240-26 360 0s240 26 360 0 240-26 360 0 240 26 360 0v30H0z"
        className="fill-leaf-700"
      />
      <path
        d="M0 40c120 20 240 20 360 0s240-20 360 0 240 20 360 0 240-20 360 0v16H0z"
        className="fill-paper"
      />
    </svg>
  )
}
