/**
 * The letter that is posted, with sample data, as it slides into the wave below the hero. `npm run sample-letter` draws
 * the images from the template of the letters. On a phone, only the part around the subject is visible.
 */
export function SampleLetter() {
  return (
    <figure className="relative mt-5 h-16 sm:mt-10 sm:h-60 lg:mt-2 lg:h-auto">
      <div className="absolute inset-x-0 -bottom-10 h-26 animate-arrive overflow-hidden rounded-t-xl bg-white forced-color-adjust-none shadow-[0_24px_60px_-12px_rgb(0_0_0/0.45)] sm:-bottom-16 sm:h-76 lg:top-0 lg:h-auto">
        <picture>
          <source media="(max-width: 639px)" srcSet="/muster-brief-anfang.svg" />
          <img
            src="/muster-brief.svg"
            width="595"
            height="842"
            fetchPriority="high"
            alt="Muster des Briefs an den Beitragsservice: Anmeldung einer Wohnung, mit Absender, Angaben und Unterschrift"
            className="absolute -top-[12.5rem] -left-3 w-[29rem] max-w-none sm:-top-56 sm:left-0 sm:w-full lg:top-0"
          />
        </picture>
      </div>
      <figcaption className="absolute -top-3 right-3 rounded-full bg-lime px-3 py-0.5 text-[0.8125rem] font-semibold text-leaf-900 lg:top-5 lg:right-5">
        Muster<span className="hidden sm:inline"> Ihres Briefs</span>
      </figcaption>
    </figure>
  )
}
