import { html, raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import { type EmailFrame, footerLines, footerLinks, independence } from './email-frame.ts'
import type { Block, EmailDraft, Sentence } from './email-draft.ts'
import { darkStyles, styles } from './styles.ts'

type Html = ReturnType<typeof html>

// Outlook for Windows ignores `max-width`, so it gets a table of fixed width.
const openColumn = raw(
  '<!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->',
)
const closeColumn = raw('<!--[if mso]></td></tr></table><![endif]-->')

/**
 * Returns the HTML of an e-mail. `hono/html` also renders the response pages and escapes every value. Template
 * libraries for e-mails (MJML, React Email) would add dozens of packages for seven kinds of blocks. The layout uses
 * tables, because Outlook for Windows supports no other. There are no images, so nothing is loaded or tracked.
 */
export function renderHtml(
  { title, blocks }: Pick<EmailDraft, 'title' | 'blocks'>,
  frame: EmailFrame,
): string {
  const page = html`<!doctype html>
    <html lang="de">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        <title>${title}</title>
        <style>
          ${raw(darkStyles)}
        </style>
      </head>
      <body class="page" style="${styles.body}">
        <div lang="de" role="main">
          <table
            role="presentation"
            class="page"
            width="100%"
            cellpadding="0"
            cellspacing="0"
            border="0"
            style="${styles.page}"
          >
            <tr>
              <td align="center" style="${styles.outer}">
                ${openColumn}
                <table
                  role="presentation"
                  width="100%"
                  cellpadding="0"
                  cellspacing="0"
                  border="0"
                  style="${styles.column}"
                >
                  <tr>
                    <td align="left" class="brand" style="${styles.brand}">Formlotse</td>
                  </tr>
                  <tr>
                    <td align="left" class="card" style="${styles.card}">
                      <h1 class="ink" style="${styles.title}">${title}</h1>
                      ${blocks.map(blockOf)}
                    </td>
                  </tr>
                  <tr>
                    <td align="left" class="muted" style="${styles.footer}">${footerOf(frame)}</td>
                  </tr>
                </table>
                ${closeColumn}
              </td>
            </tr>
          </table>
        </div>
      </body>
    </html> ` as HtmlEscapedString
  // The indentation of the source would be a third of the e-mail. No value contains a line break.
  return page.toString().replaceAll(/\n\s+/g, '\n')
}

function blockOf(block: Block): Html {
  switch (block.kind) {
    case 'text':
      return html`<p class="ink" style="${styles.text}">${block.text}</p> `
    case 'heading':
      return html`<h2 class="ink" style="${styles.heading}">${block.text}</h2> `
    case 'quote':
      return html`<blockquote class="quote ink" style="${styles.quote}">${linesOf(block.text)}</blockquote> `
    case 'facts':
      return html`<table width="100%" cellpadding="0" cellspacing="0" border="0" style="${styles.facts}">
        ${block.rows.map(factOf)}
      </table> `
    case 'list':
      return listOf(block.items, block.ordered)
    case 'sentences':
      return sentencesOf(block.items)
    case 'link':
      return block.prominent ? buttonOf(block) : linkOf(block)
  }
}

function factOf({ label, value }: { label: string; value: string }): Html {
  return html`<tr>
    <th scope="row" class="muted line" style="${styles.label}">${label}</th>
    <td class="ink line" style="${styles.value}">${value}</td>
  </tr> `
}

function listOf(items: string[], ordered: boolean): Html {
  const rows = items.map((item) => html`<li style="${styles.item}">${item}</li> `)
  return ordered
    ? html`<ol class="ink" style="${styles.list}">
        ${rows}
      </ol> `
    : html`<ul class="ink" style="${styles.list}">
        ${rows}
      </ul> `
}

function sentencesOf(items: Sentence[]): Html {
  const rows = items.map((sentence) => html`<li style="${styles.item}">${sentence.map(sentencePartOf)}</li> `)
  return html`<ul class="ink" style="${styles.list}">
    ${rows}
  </ul> `
}

function sentencePartOf(part: Sentence[number]): Html {
  return typeof part === 'string'
    ? html`${part}`
    : html`<a class="link" href="${part.href}" style="${styles.inlineLink}">${part.label}</a>`
}

/** Returns a link in a coloured table cell. Outlook for Windows colours the cell, but not the link in it. */
function buttonOf({ label, href }: { label: string; href: string }): Html {
  return html`<table
    role="presentation"
    cellpadding="0"
    cellspacing="0"
    border="0"
    style="${styles.buttonTable}"
  >
    <tr>
      <td class="button-cell" bgcolor="#14643c" style="${styles.buttonCell}">
        <a class="button" href="${href}" style="${styles.button}">${label}</a>
      </td>
    </tr>
  </table> `
}

function linkOf({ label, href }: { label: string; href: string }): Html {
  return html`<p style="${styles.text}">
    <a class="link" href="${href}" style="${styles.link}">${label}</a>
  </p> `
}

function footerOf(frame: EmailFrame): Html {
  const links = footerLinks(frame).map(
    ({ label, href }, index) =>
      html`${index > 0 ? ' · ' : ''}<a class="link" href="${href}" style="${styles.footerLink}">${label}</a>`,
  )
  return html`<p style="${styles.footerLine}">${independence}</p>
    <p style="${styles.footerLine}">${linesOf(footerLines(frame).join('\n'))}</p>
    <p style="margin:0">${links}</p>`
}

function linesOf(content: string): Html[] {
  return content.split('\n').map((line, index) =>
    index > 0
      ? html`<br />
          ${line}`
      : html`${line}`,
  )
}
