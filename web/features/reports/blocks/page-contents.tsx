/** Returns the `id` of the section with this title. */
export function sectionId(title: string): string {
  return title.toLowerCase().replaceAll(/[^a-zäöüß0-9]+/g, '-')
}

/** Links to the sections of a long page. */
export function PageContents({ titles }: { titles: readonly string[] }) {
  return (
    <nav aria-label="Auf dieser Seite" className="print:hidden">
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
        {titles.map((title) => (
          <li key={title}>
            <a
              href={`#${sectionId(title)}`}
              className="inline-flex min-h-6 items-center text-leaf-700 underline underline-offset-4"
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
