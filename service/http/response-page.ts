import { html } from 'hono/html'
import { siteFrame, siteStylePath } from './site-frame.ts'

type Html = ReturnType<typeof html>

/**
 * Looks of plain elements in the content of a response page. They are written here and not as class names, because the
 * content is made of many small templates.
 */
const elementStyles = html`<style>
  body {
    margin: 0;
    overflow-wrap: break-word;
  }
  .answer {
    display: grid;
    flex: 1;
    align-content: start;
    gap: 1.5rem;
    box-sizing: border-box;
    width: 100%;
    max-width: 44rem;
    margin: 0 auto;
    padding: 2rem 1rem 3rem;
  }
  .answer h1 {
    margin: 0;
    color: #0a3620;
    font-size: clamp(1.75rem, 6vw, 2.5rem);
    font-weight: 700;
    line-height: 1.15;
    letter-spacing: -0.025em;
    hyphens: auto;
  }
  .answer-card {
    padding: clamp(1.25rem, 4vw, 2rem);
    border: 1px solid #dbe3dc;
    border-radius: 1rem;
    background: #fff;
    box-shadow: 0 12px 32px -16px rgb(10 54 32 / 0.14);
  }
  .answer-card > * + *,
  .answer-card form > * + * {
    margin-top: 1rem;
  }
  .answer a {
    color: #14643c;
    text-decoration: underline;
    text-underline-offset: 3px;
  }
  .answer h2 {
    margin-top: 2rem;
    font-size: 1.25rem;
    font-weight: 700;
  }
  .answer dt {
    color: #4b5d53;
    font-size: 0.9375rem;
  }
  .answer dd {
    margin: 0 0 0.75rem;
    font-weight: 500;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  .answer :is(ul, ol) {
    padding-left: 1.25rem;
    list-style: disc;
  }
  .answer ol {
    list-style: decimal;
  }
  .answer li {
    margin-bottom: 0.5rem;
  }
  .answer legend,
  .answer label {
    font-weight: 600;
  }
  .answer fieldset p {
    margin-top: 0.75rem;
  }
  .answer .hint {
    color: #4b5d53;
    font-size: 0.9375rem;
  }
  .answer .fault,
  .answer .fault a {
    color: #b3261e;
    font-weight: 500;
  }
  .answer .faults {
    padding: 1rem 1.25rem;
    border: 2px solid #b3261e;
    border-radius: 0.75rem;
    background: #fdf2f1;
  }
  .answer :is(input:not([type='checkbox'], [type='hidden']), select, textarea) {
    box-sizing: border-box;
    display: block;
    width: 100%;
    min-height: 3rem;
    margin-top: 0.25rem;
    padding: 0.5rem 0.75rem;
    border: 1px solid #6f8177;
    border-radius: 0.5rem;
    background: #fff;
    font: inherit;
    font-weight: 400;
  }
  .answer [aria-invalid='true'] {
    border: 2px solid #b3261e;
  }
  .answer .choices {
    display: flex;
    flex-wrap: wrap;
    gap: 0.75rem;
  }
  .answer .trap {
    position: absolute;
    left: -100rem;
  }
  .answer button {
    min-height: 3rem;
    padding: 0.625rem 1.5rem;
    border: 0;
    border-radius: 0.5rem;
    color: #fff;
    background: #14643c;
    font: inherit;
    font-weight: 600;
    cursor: pointer;
  }
  .answer button:hover {
    background: #0f4d2e;
  }
  .answer button.quiet {
    border: 1px solid #6f8177;
    color: #13241b;
    background: #fff;
  }
</style>`

/** Renders the response page for a form that was sent without JavaScript, in the design of the site. */
export function responsePage(title: string, content: Html): Html {
  return html`<!doctype html>
    <html lang="de">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="theme-color" content="#0f4d2e" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="${siteStylePath}" />
        <title>${title} – Formlotse</title>
        ${elementStyles}
      </head>
      <body>
        ${siteFrame(
          html`<main class="answer">
            <h1>${title}</h1>
            <div class="answer-card">${content}</div>
          </main>`,
        )}
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
