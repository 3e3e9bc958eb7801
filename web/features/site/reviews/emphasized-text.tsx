import { TextWithWords } from '#web/features/settings/words.tsx'

/** Renders text. Parts marked as `**…**` are bold; `{name}` stands for words of the configuration. */
export function EmphasizedText({ text }: { text: string }) {
  return text
    .split('**')
    .map((part, index) =>
      index % 2 === 1 ? <strong key={part}>{part}</strong> : <TextWithWords key={part} text={part} />,
    )
}
