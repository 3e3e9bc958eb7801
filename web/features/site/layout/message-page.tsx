import type { ReactNode } from 'react'
import { Boat } from '#web/features/site/drawings/boat.tsx'

interface MessagePageProps {
  title: string
  lead?: string
  /** Language of title and lead if it is not German, so that screen readers pronounce them correctly. */
  lang?: string
  text: ReactNode
  /** Buttons and links with which the visitor goes on. */
  actions: ReactNode
  children?: ReactNode
}

/** Layout of a page that only has a message: what happened and how to go on, beside the boat of the site. */
export function MessagePage({ title, lead, lang, text, actions, children }: MessagePageProps) {
  return (
    <div className="mx-auto w-full max-w-4xl px-4 py-8 sm:px-6 sm:py-14">
      <div className="flex flex-col-reverse gap-5 rounded-3xl bg-leaf-800 p-6 forced-colors:outline-1 text-white sm:flex-row sm:items-center sm:gap-10 sm:p-10">
        <div className="flex-1">
          <h1 lang={lang} className="text-2xl font-bold tracking-tight sm:text-3xl">
            {title}
          </h1>
          {lead && (
            <p lang={lang} className="mt-1 text-lg font-medium">
              {lead}
            </p>
          )}
          <p className="mt-3 text-pretty text-leaf-100">{text}</p>
        </div>
        <Boat className="w-28 shrink-0 sm:w-52" />
      </div>
      <div className="mt-6 flex flex-col gap-3 sm:flex-row">{actions}</div>
      {children && <div className="mt-8">{children}</div>}
    </div>
  )
}
