export interface Entry {
  /** Id of the entry, to which links lead. */
  id?: string
  name: string
  means: string
  /** Head of the column in a German CSV file, if it differs from the name. */
  head?: string
}

/** List of terms with their meaning. */
export function EntryList({ entries }: { entries: readonly Entry[] }) {
  return (
    <dl className="grid max-w-4xl gap-x-6 sm:grid-cols-[minmax(9rem,14rem)_1fr]">
      {entries.map(({ id, name, means, head }) => (
        <div
          key={id ?? name}
          id={id}
          className="col-span-full grid scroll-mt-4 grid-cols-subgrid gap-y-0.5 border-t border-line py-2.5 first:border-0 target:bg-leaf-50"
        >
          <dt className="font-semibold">{name}</dt>
          <dd className="col-start-1 sm:col-start-2">
            {means}
            {head !== undefined && (
              <span className="block text-sm text-muted">In der Tabellendatei: „{head}“</span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
