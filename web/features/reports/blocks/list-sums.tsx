/** Sums of all entries of a list, on all its pages. */
export function ListSums({ label, sums }: { label: string; sums: readonly [name: string, sum: string][] }) {
  return (
    <dl aria-label={label} className="mb-4 flex flex-wrap gap-x-4 gap-y-2 sm:gap-x-10">
      {sums.map(([name, sum]) => (
        <div key={name}>
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="text-base font-bold sm:text-xl tabular-nums">{sum}</dd>
        </div>
      ))}
    </dl>
  )
}
