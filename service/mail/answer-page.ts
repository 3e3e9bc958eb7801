import { html } from 'hono/html'

type Html = ReturnType<typeof html>

/** What is answered to a form that was sent without JavaScript. */
export function answerPage(title: string, content: Html): Html {
  return html`<!doctype html>
    <html lang="de">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} – Formlotse</title>
        <style>
          body {
            max-width: 38rem;
            margin: 4rem auto;
            padding: 0 1rem;
            color: #13241b;
            background: #f5f7f2;
            font:
              1.0625rem/1.55 system-ui,
              sans-serif;
          }
          a {
            color: #14643c;
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
          }
        </style>
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html>`
}

export function textPage(title: string, text: string, way: { href: string; label: string }): Html {
  return answerPage(
    title,
    html`<p>${text}</p>
      <p><a href="${way.href}">${way.label}</a></p>`,
  )
}

/** What is wrong, with the way back; browsers keep there what was typed. */
export function faultsPage(faults: Record<string, string>, href: string): Html {
  const names: Record<string, string> = {
    name: 'Name',
    email: 'E-Mail-Adresse',
    anliegen: 'Anliegen',
    message: 'Nachricht',
    orderNumber: 'Auftragsnummer',
    details: 'Weitere Angaben',
  }
  return answerPage(
    'Bitte prüfen Sie Ihre Angaben',
    html`<ul>
        ${Object.entries(faults).map(([name, text]) => html`<li>${names[name] ?? name}: ${text}</li>`)}
      </ul>
      <p><a href="${href}">Zurück zum Formular</a></p>`,
  )
}
