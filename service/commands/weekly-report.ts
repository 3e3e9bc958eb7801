import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { providerText } from '#domain/site/provider-text.ts'
import { siteUrl } from '#service/app-settings.ts'
import { readEnv } from '#service/config/env.ts'
import { createComposer } from '#service/emails/template/create-composer.ts'
import { siteSettingsOf } from '#service/site/site-settings.ts'
import { previewWeeklyReport } from '#service/weekly-report/preview.ts'
import { CommandRefused, UsageError } from './command-errors.ts'
import { runCommand, withStore } from './run-command.ts'

const usage = `Shows the weekly report that WEEKLY_REPORT_TO gets on Mondays. Works while the service runs.

npm run weekly-report -- --preview [--html <file>]

Prints the e-mail about the last whole week as plain text, with the figures as of now; --html writes its HTML to a new file
instead. Nothing is sent.`

function readArguments(args: string[]): { html: string | undefined } {
  const { preview, html } = parse(args)
  if (!preview) throw new UsageError('--preview is missing.')
  return { html }
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options: { preview: { type: 'boolean' }, html: { type: 'string' } } }).values
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error })
  }
}

async function writeNew(file: string, content: string): Promise<void> {
  try {
    await writeFile(file, content, { flag: 'wx' })
  } catch (error) {
    throw new CommandRefused(`${file} cannot be written: ${(error as Error).message}`, { cause: error })
  }
}

await runCommand(usage, (args) => {
  const { html: file } = readArguments(args)
  return withStore(async ({ store }) => {
    const env = readEnv(process.env)
    const publicUrl = siteUrl(env)
    const letterService = env.LETTER_URL !== undefined
    const draft = await previewWeeklyReport({ store, publicUrl, letterService, now: store.now })
    if (!draft)
      throw new CommandRefused('There are no counted events yet that are older than the current week.')
    const compose = createComposer({ provider: providerText(siteSettingsOf(env).provider), publicUrl })
    const [address = 'empfang@example.org'] = env.WEEKLY_REPORT_TO ?? []
    const { subject, text, html } = compose(address, draft)
    if (file === undefined) return `${subject}\n\n${text}`
    await writeNew(file, html)
    return `The HTML of ${JSON.stringify(subject)} is in ${file}.`
  })
})
