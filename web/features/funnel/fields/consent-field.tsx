import { type AcceptedPage, acceptedPages, consentOfPage } from '#domain/texts/accepted-texts.ts'
import { LinkedText } from '#web/ui/linked-text.tsx'
import { type ChangedText, useChangedTexts } from '#web/features/funnel/form/changed-texts.ts'
import type { FieldProps } from './field-props.ts'
import { TickField } from './tick-field.tsx'

/** Checkbox for a declaration. If its text has changed since the page was loaded, shows the current version. */
export function ConsentField(props: FieldProps<'consent'>) {
  const { field } = props
  const changed = useChangedTexts()
  const text = changed.get(field.name)?.content ?? field.label
  const pages = acceptedPages.flatMap((name) => pageOf(name, field.name, changed))
  return (
    <div className="grid gap-2">
      <TickField {...props} label={<LinkedText text={text} keywords={field.keywords} />} />
      {pages.map((page) => (
        <NewText key={page.sha256} {...page} />
      ))}
    </div>
  )
}

function pageOf(name: AcceptedPage, field: string, changed: ReadonlyMap<string, ChangedText>): ChangedText[] {
  const page = changed.get(name)
  return page && consentOfPage[name] === field ? [page] : []
}

function NewText({ content }: ChangedText) {
  const [title, ...paragraphs] = content.split('\n')
  return (
    <details className="ml-9 rounded-xl border border-leaf-200 bg-leaf-50 p-4 text-sm">
      <summary className="cursor-pointer font-semibold">Neue Fassung: {title}</summary>
      <div className="mt-3 grid gap-2">
        {paragraphs.map((text, index) => (
          // Paragraphs can be equal, and their order never changes.
          // oxlint-disable-next-line react/no-array-index-key
          <p key={index}>{text}</p>
        ))}
      </div>
    </details>
  )
}
