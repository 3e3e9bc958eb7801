import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { mailFolders } from '#service/correspondence/kept-emails.ts'
import { recordWithdrawal } from '#service/withdrawals/record-withdrawal.ts'
import { ada, openPeople } from './open-people.ts'

const notConfirmed = () => Promise.resolve(undefined)

const composed = 'müller@bücher.de'.normalize('NFC')
const spellings = [
  composed,
  composed.normalize('NFD'),
  'MÜLLER@xn--bcher-kva.de'.normalize('NFC'),
  'müller@XN--BCHER-KVA.de'.normalize('NFD'),
]

test.each(spellings)(
  'a request for %j finds runs and e-mails under every spelling of the address',
  async (requested) => {
    const people = await openPeople()
    for (const email of spellings) await people.visit({ ...ada, email }, ['start', 'complete'])
    const other = await people.visit({ ...ada, email: 'muller@bücher.de' }, ['start', 'complete'])
    const { files } = mailFolders(people.folder)
    mkdirSync(files, { recursive: true })
    for (const [index, email] of spellings.entries())
      writeFileSync(path.join(files, `${index}.eml`), `To: ${email}\n\nHallo`)

    const { output } = await people.run('export', '--email', requested)
    const exported = JSON.parse(output) as { Vorgänge: unknown[]; Schreiben: unknown[] }
    expect(exported.Vorgänge).toHaveLength(spellings.length)
    expect(exported.Schreiben).toHaveLength(spellings.length)
    const erased = await people.run('erase', '--email', requested)
    expect(erased.output).toContain(`Erased the personal data of ${2 * spellings.length} events`)
    expect(erased.output).toContain(`Removed ${spellings.length} e-mails`)
    expect(await people.store.vault.read(other)).toHaveLength(2)
  },
)

test.each(spellings)(
  'a withdrawal with the address %j and a name finds its order under every spelling',
  async (requested) => {
    const people = await openPeople()
    for (const [index, email] of spellings.entries()) {
      const nachname = `Love${'abcd'[index]}`
      const runId = await people.visit({ ...ada, nachname, email }, ['start', 'complete'])
      const statement = {
        name: `${ada.vorname} ${nachname}`,
        email: requested,
        orderNumber: '',
        details: '',
        website: '',
      }
      const now = people.clock.now()
      const declaration = { id: randomUUID(), statement, receivedAt: now }
      expect(
        await recordWithdrawal({ store: people.store, confirmedAt: notConfirmed }, declaration, now),
        email,
      ).toMatchObject({
        outcome: 'declared',
      })
      const types = (await people.store.log.readRun(runId)).map(({ type }) => type)
      expect(types.some((type) => type.startsWith('withdraw'))).toBe(true)
    }
  },
)
