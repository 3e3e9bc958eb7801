import { classNames } from '#web/ui/class-names.ts'

/** Label that identifies a claim or review as a sample. */
export function SampleTag({ className }: { className?: string }) {
  return (
    <span
      className={classNames(
        'inline-block rounded-md border border-dashed border-current px-1.5 py-px text-[0.8125rem] leading-snug font-medium',
        className,
      )}
    >
      Beispiel
    </span>
  )
}
