// Styles of the HTML. Gmail and Outlook remove or ignore most style sheets, so every element has inline styles for the
// light scheme. The style sheet only sets the colours of the dark scheme, in programs that support `color-scheme`.

const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const wrap = 'overflow-wrap:anywhere;word-break:break-word'

export const styles = {
  body: 'margin:0;padding:0;background-color:#f5f7f2;-webkit-text-size-adjust:100%',
  page: 'width:100%;background-color:#f5f7f2',
  outer: 'padding:24px 12px 32px',
  column: 'width:100%;max-width:600px',
  brand: `padding:0 4px 16px;${font};font-size:20px;line-height:28px;font-weight:700;color:#14643c`,
  card: `padding:28px 24px 12px;background-color:#ffffff;border:1px solid #dbe3dc;border-radius:12px;${font}`,
  title: `margin:0 0 20px;${font};font-size:24px;line-height:31px;font-weight:700;color:#13241b;${wrap}`,
  heading: `margin:28px 0 8px;${font};font-size:18px;line-height:26px;font-weight:700;color:#13241b`,
  text: `margin:0 0 16px;${font};font-size:16px;line-height:25px;color:#13241b;${wrap}`,
  list: `margin:0 0 16px;padding:0 0 0 24px;${font};font-size:16px;line-height:25px;color:#13241b`,
  item: `margin:0 0 8px;${wrap}`,
  facts: 'width:100%;margin:0 0 20px;border-collapse:collapse',
  label: `width:38%;padding:9px 12px 9px 0;border-top:1px solid #dbe3dc;text-align:left;vertical-align:top;${font};font-size:15px;line-height:22px;font-weight:400;color:#4b5d53`,
  value: `padding:9px 0;border-top:1px solid #dbe3dc;vertical-align:top;${font};font-size:15px;line-height:22px;font-weight:600;color:#13241b;${wrap}`,
  quote: `margin:0 0 20px;padding:12px 16px;background-color:#eff6f0;border-left:4px solid #1d7a4b;${font};font-size:15px;line-height:23px;color:#13241b;${wrap}`,
  buttonTable: 'margin:0 0 20px;border-collapse:separate',
  buttonCell: 'border-radius:8px;background-color:#14643c;text-align:center;mso-padding-alt:13px 22px',
  button: `display:inline-block;padding:13px 22px;border-radius:8px;${font};font-size:16px;line-height:22px;font-weight:600;color:#ffffff;text-decoration:none`,
  link: `${font};font-size:16px;line-height:25px;color:#14643c;text-decoration:underline`,
  inlineLink: 'color:#14643c;font-weight:600;text-decoration:underline',
  footer: `padding:20px 4px 0;${font};font-size:13px;line-height:20px;color:#4b5d53;${wrap}`,
  footerLine: 'margin:0 0 12px',
  footerLink: 'color:#14643c;text-decoration:underline',
}

export const darkStyles = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background-color: #0e1511 !important; }
  .card { background-color: #18211c !important; border-color: #34433a !important; }
  .ink { color: #e9efe9 !important; }
  .muted { color: #aebdb3 !important; }
  .line { border-color: #34433a !important; }
  .brand, .link { color: #9fdcb5 !important; }
  .quote { background-color: #202d26 !important; border-color: #9fdcb5 !important; }
  .button-cell { background-color: #9fdcb5 !important; }
  .button { color: #0a3620 !important; }
}`
