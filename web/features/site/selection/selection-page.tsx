import { Suspense, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { keptQuery } from '#domain/site/links/kept-query.ts'
import { ArrowIcon } from '#web/ui/icons.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { type Service, services } from '#web/features/site/content/services.ts'
import { loadedLater } from '#web/ui/timing/loaded-later.ts'
import { ScrollToTop } from '#web/features/site/layout/scroll-to-top.tsx'
import { FitDialog } from './fit-dialog.tsx'
import { FreeAlternative } from './free-alternative.tsx'
import { OptionCard } from './option-card.tsx'
import { PriceAside } from './price-aside.tsx'
import { ShortcutBar, optionsId } from './shortcut-bar.tsx'
import { useFragment } from './use-fragment.ts'

const ReviewsAndFaq = loadedLater(async () => (await import('./reviews-and-faq.tsx')).ReviewsAndFaq)

export function Component() {
  useDocumentTitle('Anliegen auswählen – Formlotse')
  const { search } = useLocation()
  const chosen = useFragment()
  const [explained, setExplained] = useState<Service>()
  return (
    <>
      <ShortcutBar />
      <div className="mx-auto grid w-full max-w-6xl gap-8 px-4 pt-4 sm:px-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-12 lg:pt-8">
        <div className="min-w-0">
          <Link
            to={`/${keptQuery(search)}`}
            className="inline-flex min-h-11 items-center gap-2 text-sm text-leaf-700 underline-offset-4 hover:underline"
          >
            <ArrowIcon className="size-4 rotate-180" />
            Zurück zur Startseite
          </Link>
          <section id={optionsId} aria-labelledby="auswahl-titel" className="mt-2">
            <h1 id="auswahl-titel" className="text-2xl font-bold tracking-tight sm:text-3xl">
              Wählen Sie Ihr Anliegen aus
            </h1>
            <p className="mt-2 text-muted sm:text-lg">Danach geht es in vier kurzen Schritten weiter.</p>
            <ul className="mt-5 grid gap-3 sm:mt-6 sm:gap-3.5">
              {services.map((service) => (
                <OptionCard
                  key={service.id}
                  service={service}
                  chosen={service.id === chosen}
                  onExplain={() => setExplained(service)}
                />
              ))}
            </ul>
          </section>
        </div>
        <div className="grid content-start gap-6 lg:pt-1">
          <PriceAside />
          <FreeAlternative />
        </div>
      </div>
      <Suspense>
        <ReviewsAndFaq />
      </Suspense>
      <FitDialog service={explained} onClose={() => setExplained(undefined)} />
      <ScrollToTop />
    </>
  )
}
