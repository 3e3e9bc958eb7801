interface PlaceholderProps {
  children: string
  /** Class names of the link with which the service replaces the placeholder when it sends the page. */
  link?: string
}

/** Marks missing provider data so that it cannot be overlooked. */
export function Placeholder({ children, link }: PlaceholderProps) {
  return (
    <mark data-link={link} className="rounded bg-amber-soft font-medium text-amber">
      {children}
    </mark>
  )
}
