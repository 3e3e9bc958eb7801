interface PlaceholderProps {
  children: string
  /** Before the service sends the page, it replaces the placeholder by a link with these class names. */
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
