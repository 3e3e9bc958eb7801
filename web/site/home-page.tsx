import { Link, useLocation } from 'react-router-dom'
import type { Funnel } from '#domain/funnels/define-funnel.ts'
import { funnels } from '#domain/funnels/index.ts'
import { keptQuery } from '#web/attribution/kept-query.ts'
import { euro } from '#web/ui/euro.ts'
import { ArrowIcon, CheckIcon } from '#web/ui/icons.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { Boat } from './boat.tsx'

const promises = [
  { title: 'In wenigen Minuten', text: 'Vier kurze Schritte. Jede Angabe wird gleich geprüft.' },
  { title: 'Nichts geht verloren', text: 'Ihr Entwurf bleibt sieben Tage auf Ihrem Gerät gespeichert.' },
  { title: 'Ein fester Preis', text: 'Einmalig, inkl. MwSt. – kein Abonnement, keine versteckten Kosten.' },
]

/** Who we are, what it costs, and the way in. */
export function Component() {
  useDocumentTitle('Formlotse – Ihr Antrag zum Rundfunkbeitrag')
  return (
    <>
      <section className="bg-leaf-800 text-white">
        <div className="mx-auto grid max-w-6xl items-center gap-x-12 px-4 py-12 sm:px-6 sm:py-20 lg:grid-cols-[3fr_2fr]">
          <div className="grid gap-6">
            <h1 className="max-w-2xl text-2xl font-bold tracking-tight sm:text-3xl">
              Wir lotsen Ihren Antrag zum Rundfunkbeitrag ans Ziel.
            </h1>
            <p className="max-w-2xl text-leaf-100 sm:text-lg">
              Sie beantworten ein paar Fragen, wir füllen den Antrag aus, senden ihn Ihnen als PDF und leiten
              ihn per Post an den Beitragsservice weiter.
            </p>
            <p className="max-w-2xl rounded-xl border border-white/25 bg-leaf-900 p-4 text-sm sm:p-5">
              <strong>Gut zu wissen:</strong> Formlotse ist ein unabhängiger Dienst und kostet einmalig{' '}
              <strong>{euro(funnels[0]?.price.premium ?? 0)}</strong> inkl. MwSt. Beim Beitragsservice selbst
              können Sie denselben Antrag kostenlos stellen.
            </p>
          </div>
          <Boat />
        </div>
      </section>
      <section aria-labelledby="anliegen" className="mx-auto max-w-6xl px-4 py-12 sm:px-6 sm:py-16">
        <h2 id="anliegen" className="text-xl font-bold">
          Was möchten Sie erledigen?
        </h2>
        <ul className="mt-5 grid gap-4 sm:grid-cols-2">
          {funnels.map((funnel) => (
            <FunnelCard key={funnel.type} funnel={funnel} />
          ))}
        </ul>
        <ul className="mt-12 grid gap-8 sm:grid-cols-3">
          {promises.map(({ title, text }) => (
            <li key={title} className="grid content-start gap-1">
              <CheckIcon className="size-6 text-leaf-600" />
              <h3 className="mt-1 font-bold">{title}</h3>
              <p className="text-muted">{text}</p>
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}

function FunnelCard({ funnel }: { funnel: Funnel }) {
  const kept = keptQuery(useLocation().search)
  return (
    <li>
      <Link
        to={`/${funnel.slug}${kept}`}
        className="group flex items-center gap-4 rounded-2xl border border-line bg-surface p-5 shadow-card transition-colors hover:border-leaf-700 sm:p-6"
      >
        <span
          aria-hidden="true"
          className="grid size-12 shrink-0 place-items-center rounded-xl bg-leaf-100 text-xl"
        >
          {funnel.emoji}
        </span>
        <span className="grid flex-1">
          <span className="font-bold">{funnel.title}</span>
          <span className="text-sm text-muted">
            {funnel.steps.length} Schritte, {euro(funnel.price.premium)}
          </span>
        </span>
        <ArrowIcon className="size-6 text-leaf-700 transition-transform group-hover:translate-x-1" />
      </Link>
    </li>
  )
}
