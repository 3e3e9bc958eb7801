/** Renders text, with parts marked as `**…**` in bold. */
export function EmphasizedText({ text }: { text: string }) {
  return text.split('**').map((part, index) => (index % 2 === 1 ? <strong key={part}>{part}</strong> : part))
}
