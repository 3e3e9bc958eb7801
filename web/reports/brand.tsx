/** The product's mark and name as on the site, whose own parts the reports do not import. */
export function Brand() {
  return (
    <span className="flex items-center gap-2.5 text-lg font-bold tracking-tight text-leaf-800">
      <img src="/favicon.svg" alt="" className="size-9" />
      Formlotse
    </span>
  )
}
