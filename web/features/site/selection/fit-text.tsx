import { CheckIcon } from '#web/ui/icons.tsx'
import { serviceDetails } from '#web/features/site/content/service-details.ts'
import type { ServiceId } from '#web/features/site/content/services.ts'

/** Explains for whom a service is suitable. Must be placed below a level-2 heading. */
export function FitText({ id }: { id: ServiceId }) {
  const { subtitle, longDescription, fitsWhen, examples, otherwise } = serviceDetails[id]
  return (
    <>
      <p className="font-medium text-leaf-700">{subtitle}</p>
      <p className="mt-4">{longDescription}</p>
      <h3 className="mt-5 font-bold">Das passt, wenn:</h3>
      <ul className="mt-2 grid gap-2">
        {fitsWhen.map((line) => (
          <li key={line} className="flex gap-2.5">
            <CheckIcon className="mt-0.5 size-5 shrink-0 text-leaf-600" />
            {line}
          </li>
        ))}
      </ul>
      <h3 className="mt-5 font-bold">Beispiele:</h3>
      <ul className="mt-2 grid list-disc gap-1 pl-5 marker:text-leaf-600">
        {examples.map((line) => (
          <li key={line} className="pl-1.5">
            {line}
          </li>
        ))}
      </ul>
      <p className="mt-5 rounded-xl bg-amber-soft p-4 text-sm">
        <strong className="text-amber">Passt es nicht?</strong> {otherwise}
      </p>
    </>
  )
}
