import { Boat } from '#web/features/site/drawings/boat.tsx'
import { CallToAction } from '#web/features/site/layout/main-call.tsx'

/** Id of the section. The sticky call to action disappears when it comes into view. */
export const closingCallId = 'antrag-am-ende'

export function ClosingCall() {
  return (
    <section id={closingCallId} aria-labelledby="los" className="bg-leaf-800 text-white">
      <div className="mx-auto flex max-w-6xl items-center gap-12 px-4 py-14 sm:px-6 sm:py-20">
        <div className="flex-1">
          <h2 id="los" className="text-2xl font-bold tracking-tight sm:text-3xl">
            Leinen los?
          </h2>
          <p className="mt-3 max-w-xl text-leaf-100 sm:text-lg">
            In etwa 3 Minuten ist Ihr Antrag ausgefüllt, und Sie wissen, wann er zur Post geht.
          </p>
          <CallToAction className="mt-7 w-full sm:w-auto" />
        </div>
        <Boat className="hidden w-64 shrink-0 md:block" />
      </div>
    </section>
  )
}
