import { createPingen } from '#service/outbox/destinations/letter/pingen/pingen.ts'
import { createPostFolder } from '#service/outbox/destinations/letter/post-folder.ts'
import { aLetter } from './a-letter.ts'
import { account } from './pingen-stand-in.ts'

// Hands over one letter, in a process that a test kills. Arguments: `pingen` and the URL, or `folder` and the path; the
// id of the letter; the time of the stand-in in ms; for a folder, the size of the PDF in bytes.
const [kind, target = '', id = '', time, size = '100'] = process.argv.slice(2)
const now = () => Number(time)
const service =
  kind === 'pingen'
    ? createPingen({ account: { ...account, api: target }, now })
    : createPostFolder({ folder: target, now })
const pdf = Buffer.alloc(Number(size), ' ')
pdf.write(`%PDF-1.7\n% ${id}\n`)
const letter = kind === 'pingen' ? aLetter({ id }) : aLetter({ id, pdf })
process.stdout.write('started\n')
process.stdout.write(`${JSON.stringify(await service.submit(letter, AbortSignal.timeout(60_000)))}\n`)
