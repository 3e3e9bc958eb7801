interface PlaceholderProps {
  children: string
  /** Class names of the link with which the service replaces the placeholder before it sends the page. */
  link?: string
}

/** Renders a placeholder for missing provider data, highlighted so that it cannot be overlooked. */
export function Placeholder({ children, link }: PlaceholderProps) {
  return (
    <mark data-link={link} className="rounded bg-amber-soft font-medium text-amber">
      {children}
    </mark>
  )
}
