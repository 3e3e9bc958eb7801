import { html } from 'hono/html'

type Html = ReturnType<typeof html>

/** Renders the response page for a form that was sent without JavaScript. */
export function responsePage(title: string, content: Html): Html {
  return html`<!doctype html>
    <html lang="de">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <title>${title} – Formlotse</title>
        <style>
          body {
            max-width: 38rem;
            margin: 0 auto;
            padding: 1.5rem 1rem 4rem;
            color: #13241b;
            background: #f5f7f2;
            font:
              1.0625rem/1.55 system-ui,
              sans-serif;
          }
          a {
            color: #14643c;
          }
          .brand {
            display: inline-flex;
            align-items: center;
            gap: 0.5rem;
            margin-bottom: 2rem;
            color: inherit;
            font-size: 1.25rem;
            font-weight: 700;
            text-decoration: none;
          }
          main {
            padding: 1.5rem;
            border: 1px solid #d9e0d3;
            border-radius: 1rem;
            background: #fff;
          }
          h1 {
            margin: 0 0 1rem;
            font-size: clamp(1.5rem, 6vw, 2rem);
            line-height: 1.2;
            overflow-wrap: anywhere;
            hyphens: auto;
          }
          dt {
            font-weight: 600;
          }
          dd {
            margin: 0 0 0.75rem;
            white-space: pre-wrap;
            overflow-wrap: anywhere;
          }
          button {
            padding: 0.75rem 1.5rem;
            border: 0;
            border-radius: 0.5rem;
            color: #fff;
            background: #14643c;
            font: inherit;
            font-weight: 600;
            cursor: pointer;
          }
          button:hover {
            background: #0f4d2e;
          }
          :focus-visible {
            outline: 3px solid #14643c;
            outline-offset: 3px;
          }
        </style>
      </head>
      <body>
        <a class="brand" href="/"><img src="/favicon.svg" width="32" height="32" alt="" />Formlotse</a>
        <main>
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html>`
}

export function textPage(title: string, text: string, way: { href: string; label: string }): Html {
  return responsePage(
    title,
    html`<p>${text}</p>
      <p><a href="${way.href}">${way.label}</a></p>`,
  )
}

/**
 * Renders the page that lists the faults of a form. It links back to the form, where browsers keep the typed values.
 */
export function faultsPage(faults: Record<string, string>, href: string): Html {
  const names: Record<string, string> = {
    name: 'Name',
    email: 'E-Mail-Adresse',
    anliegen: 'Anliegen',
    message: 'Nachricht',
    orderNumber: 'Auftragsnummer',
    details: 'Weitere Angaben',
  }
  return responsePage(
    'Bitte prüfen Sie Ihre Angaben',
    html`<ul>
        ${Object.entries(faults).map(([name, text]) => html`<li>${names[name] ?? name}: ${text}</li>`)}
      </ul>
      <p><a href="${href}">Zurück zum Formular</a></p>`,
  )
}
