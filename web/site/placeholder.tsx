interface PlaceholderProps {
  children: string
  /** Where a link will stand: its look. The service makes the link of it in the pages that it sends. */
  link?: string
}

/** What is not filled in yet cannot be overlooked. */
export function Placeholder({ children, link }: PlaceholderProps) {
  return (
    <mark data-link={link} className="rounded bg-amber-soft font-medium text-amber">
      {children}
    </mark>
  )
}
