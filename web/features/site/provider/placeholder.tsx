interface PlaceholderProps {
  children: string
  /** Class names of the link that replaces the placeholder. The service inserts it when it sends the page. */
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
