/** Logo and name. This is a copy, because the reports must not import components of the site. */
export function Brand() {
  return (
    <span className="flex items-center gap-2.5 text-lg font-bold tracking-tight text-leaf-800">
      <img src="/favicon.svg" alt="" className="size-9" />
      Formlotse
    </span>
  )
}
