/** Renders text. Parts marked as `**…**` are bold. */
export function EmphasizedText({ text }: { text: string }) {
  return text.split('**').map((part, index) => (index % 2 === 1 ? <strong key={part}>{part}</strong> : part))
}
