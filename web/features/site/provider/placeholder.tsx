interface PlaceholderProps {
  children: string
  /** Before the service sends the page, it replaces the placeholder by a link with these class names. */
  link?: string
}

/** Renders a placeholder for missing provider data, marked by a dotted line. Only a site in development shows it. */
export function Placeholder({ children, link }: PlaceholderProps) {
  return (
    <mark
      data-link={link}
      className="border-b border-dotted border-control bg-transparent whitespace-nowrap text-inherit"
    >
      {children}
    </mark>
  )
}
