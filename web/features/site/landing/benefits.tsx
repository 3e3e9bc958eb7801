import type { ReactNode } from 'react'
import { CheckIcon } from '#web/ui/icons.tsx'
import {
  type Benefit,
  benefits,
  priceStatement,
  sampleFigures,
  sampleReviews,
} from '#web/features/site/content/claims.ts'
import { SampleTag } from '#web/features/site/reviews/sample-tag.tsx'
import { Stars } from '#web/features/site/reviews/stars.tsx'

const marks: Record<Benefit['id'], ReactNode> = {
  minutes: <path d="M12 3.5a8.5 8.5 0 1 0 8.5 8.5M12 7.5V12l3 2.5M16 3l4.5 4.5" />,
  pdf: <path d="M6 3h8.5L19 7.5V21H6zM14 3v5h5M9.5 13h6M9.5 16.5h4" />,
  post: <path d="M3 6h18v12.5H3zM3.5 6.5 12 13.5l8.5-7" />,
  'money-back': (
    <path d="M12 3 4.5 6v5.5c0 4.5 3 7.7 7.5 9.5 4.5-1.8 7.5-5 7.5-9.5V6zM8.5 12l2.5 2.5 4.5-5" />
  ),
}

export function Benefits() {
  return (
    <section aria-labelledby="vorteile" className="mx-auto max-w-6xl px-4 py-14 sm:px-6 sm:py-20">
      <h2 id="vorteile" className="text-xl font-bold tracking-tight sm:text-2xl">
        Ihre Vorteile
      </h2>
      <ul className="mt-6 grid gap-4 sm:mt-8 sm:grid-cols-2 lg:grid-cols-4">
        {benefits.map(({ id, title, text }) => (
          <li
            key={id}
            className="grid grid-cols-[auto_1fr] gap-x-4 rounded-2xl border border-line bg-surface p-5 shadow-card lg:grid-cols-1 lg:p-6"
          >
            <svg
              viewBox="0 0 24 24"
              className="row-span-2 size-8 fill-none stroke-leaf-700 stroke-[1.7] [stroke-linecap:round] [stroke-linejoin:round]"
              aria-hidden="true"
            >
              {marks[id]}
            </svg>
            <h3 className="font-bold lg:mt-4">{title}</h3>
            <p className="mt-0.5 text-sm text-muted">{text}</p>
          </li>
        ))}
      </ul>
      <div className="mt-4 grid gap-4 lg:grid-cols-[3fr_2fr]">
        <PriceStatement />
        <SocialProof />
      </div>
    </section>
  )
}

function PriceStatement() {
  const { price, terms, text, payments } = priceStatement
  return (
    <div className="rounded-2xl bg-leaf-800 p-6 text-white sm:p-8">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="text-3xl font-bold tracking-tight tabular-nums">{price}</span>
        <span className="text-leaf-100">{terms}</span>
      </p>
      <p className="mt-2 max-w-md text-leaf-100">{text}</p>
      <p className="sr-only">Sie können bezahlen mit:</p>
      <ul className="mt-5 flex flex-wrap gap-2">
        {payments.map((payment) => (
          <li
            key={payment}
            className="flex items-center gap-1.5 rounded-lg border border-white/25 px-3 py-1 text-sm"
          >
            <CheckIcon className="size-4 text-lime" />
            {payment}
          </li>
        ))}
      </ul>
    </div>
  )
}

function SocialProof() {
  return (
    <div className="grid content-center gap-3 rounded-2xl border border-line bg-surface p-6 shadow-card sm:p-8">
      <div className="flex items-center justify-between gap-4">
        <ul aria-hidden="true" className="flex -space-x-1.5">
          {sampleReviews.slice(0, 4).map(({ initials }) => (
            <li
              key={initials}
              className="grid size-11 place-items-center rounded-full border-2 border-white bg-leaf-200 text-sm font-bold text-leaf-900 even:bg-leaf-100"
            >
              {initials}
            </li>
          ))}
        </ul>
        <SampleTag className="text-muted" />
      </div>
      <p className="text-lg font-bold">{sampleFigures.applications}</p>
      <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
        <Stars rating={5} />
        <span>
          <strong className="text-ink">{sampleFigures.rating}</strong> {sampleFigures.ratings}
        </span>
      </p>
    </div>
  )
}
