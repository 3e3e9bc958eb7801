import type { ReactNode } from 'react'
import { Words } from '#web/features/settings/words.tsx'
import { type Benefit, benefits, priceStatement } from '#web/features/site/content/claims.ts'
import { SocialProof } from './social-proof.tsx'

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
    <section
      aria-labelledby="vorteile"
      className="below-265 sm:below-203 lg:below-138 mx-auto grid max-w-6xl gap-x-12 gap-y-8 px-4 pt-4 pb-14 sm:px-6 sm:pb-20 lg:grid-cols-[minmax(0,1fr)_22rem]"
    >
      <div>
        <h2 id="vorteile" className="text-xl font-bold tracking-tight sm:text-2xl">
          Ihre Vorteile
        </h2>
        <ul className="mt-6 grid gap-x-8 gap-y-6 sm:mt-8 sm:grid-cols-2 sm:gap-y-8">
          {benefits.map(({ id, title, text }) => (
            <li key={id} className="flex gap-4">
              <svg
                viewBox="0 0 24 24"
                className="size-8 shrink-0 fill-none stroke-leaf-700 stroke-[1.7] [stroke-linecap:round] [stroke-linejoin:round]"
                aria-hidden="true"
              >
                {marks[id]}
              </svg>
              <div>
                <h3 className="font-bold">{title}</h3>
                <p className="mt-0.5 text-pretty text-muted">{text}</p>
              </div>
            </li>
          ))}
        </ul>
        <SocialProof />
      </div>
      <PriceStatement />
    </section>
  )
}

function PriceStatement() {
  const { price, terms, text } = priceStatement
  return (
    <div className="self-start rounded-2xl bg-leaf-800 p-6 text-white forced-colors:outline-1 sm:p-8">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="text-3xl font-bold tracking-tight tabular-nums">{price}</span>
        <span className="text-leaf-100">{terms}</span>
      </p>
      <p className="mt-2 max-w-md text-leaf-100">
        {text} <Words of="vip" />
      </p>
      <p className="mt-5 border-t border-white/20 pt-4 text-sm text-leaf-100">
        Zahlungsarten: <Words of="methods" />
      </p>
    </div>
  )
}
