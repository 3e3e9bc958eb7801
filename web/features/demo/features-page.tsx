import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { funnels } from '#domain/funnels/index.ts'
import { DemoPage } from './demo-page.tsx'

const demos = [
  { path: '/demo/address', title: 'Adresseingabe' },
  { path: '/demo/colors', title: 'Farben' },
  { path: '/demo/date-validation', title: 'Datumseingabe' },
]

export function Component() {
  return (
    <DemoPage title="Bausteine" lead="Die Teile der Seite für sich, und die Wege, in denen sie stehen.">
      <LinkList title="Zum Ausprobieren">
        {demos.map((demo) => (
          <PageLink key={demo.path} {...demo} />
        ))}
      </LinkList>
      <LinkList title="Anträge">
        <PageLink path="/rundfunkbeitrag-auswahl" title="Auswahl des Anliegens" />
        {funnels.map(({ slug, title }) => (
          <PageLink key={slug} path={`/${slug}`} title={title} />
        ))}
      </LinkList>
    </DemoPage>
  )
}

function LinkList({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="text-lg font-bold">{title}</h2>
      <ul className="mt-3 overflow-hidden rounded-xl border border-line bg-surface">{children}</ul>
    </section>
  )
}

function PageLink({ path, title }: { path: string; title: string }) {
  return (
    <li className="border-line not-first:border-t">
      <Link to={path} className="block px-5 py-3 text-leaf-700 underline-offset-4 hover:underline">
        {title}
      </Link>
    </li>
  )
}
