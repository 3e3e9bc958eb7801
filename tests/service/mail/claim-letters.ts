// A process that takes letters off an outbox until none is left, and tells which it had.
import process from 'node:process'
import { createVaultCipher } from '#db/vault-cipher.ts'
import { createOutbox } from '#service/mail/outbox.ts'

const [folder = ''] = process.argv.slice(2)
const outbox = createOutbox({
  folder,
  cipher: createVaultCipher(Buffer.alloc(32, 7)),
  now: Date.now,
  newId: () => '',
  onUnreadable: () => process.exit(3),
})
// Both are there before the first letter is.
process.stdout.write('ready\n')
await new Promise((resolve) => process.stdin.once('data', resolve))
for (let job = await outbox.claim(); job; job = await outbox.claim()) {
  process.stdout.write(`${job.content}\n`)
  await outbox.done(job)
}
process.exit(0)
