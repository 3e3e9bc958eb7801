import { useId } from 'react'
import { Link } from 'react-router-dom'
import { type DefinedFigure, definitions } from '#domain/reports/definitions.ts'

/** Button with a question mark that shows what a figure counts. */
export function DefinitionHelp({ of }: { of: DefinedFigure }) {
  const id = useId()
  const { name, means } = definitions[of]
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        aria-label={`So wird gezählt: ${name}`}
        className="ml-1 inline-grid size-[26px] cursor-pointer place-items-center rounded-full align-middle text-sm text-muted hover:bg-leaf-50 hover:text-leaf-800 print:hidden"
      >
        <span
          aria-hidden="true"
          className="grid size-4 place-items-center rounded-full border border-control text-xs leading-none"
        >
          ?
        </span>
      </button>
      <span
        id={id}
        popover="auto"
        // Below the button where the browser can place it there, otherwise in the middle of the window.
        className="m-auto max-w-sm text-left font-normal whitespace-normal rounded-xl border border-line bg-surface p-5 text-base text-ink shadow-lg supports-[position-area:bottom]:inset-auto supports-[position-area:bottom]:m-2 supports-[position-area:bottom]:[position-area:bottom_span-right] supports-[position-area:bottom]:[position-try-fallbacks:flip-inline]"
      >
        <span className="mb-1 block font-bold">So wird gezählt: {name}</span>
        {means}
        <Link
          to={`/zaehlweise#${of}`}
          className="mt-3 flex min-h-6 items-center text-sm text-leaf-700 underline underline-offset-4"
        >
          Alle Zahlen erklärt
        </Link>
      </span>
    </>
  )
}
