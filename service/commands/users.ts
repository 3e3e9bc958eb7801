import process from 'node:process'
import { text } from 'node:stream/consumers'
import { userInfo } from 'node:os'
import { createVaultCipher } from '#db/keys/vault-cipher.ts'
import { siteUrl } from '#service/app-settings.ts'
import { readEnv } from '#service/config/env.ts'
import { createPasswords } from '#service/users/passwords.ts'
import { createUserDirectory } from '#service/users/user-directory.ts'
import { readUserCommand } from '#service/commands/people/user-commands.ts'
import { runCommand, withStore } from './run-command.ts'

const usage = `Administers the named users of the staff. Works while the service runs.

npm run users -- list                        users with their role, state and last login
npm run users -- add <e-mail> --name <name> --role marketer|operator|admin
                                             adds a user and prints the link for the first password
npm run users -- link <e-mail>               prints a new link, which sets a password once within seven days
npm run users -- password <e-mail>           reads a new password from standard input
npm run users -- role <e-mail> --role marketer|operator|admin
npm run users -- deactivate <e-mail>         ends the access, the sessions and the tokens the user made
npm run users -- activate <e-mail>
npm run users -- remove <e-mail>
npm run users -- shared on|off               accepts or refuses REPORTS_TOKEN, REPORTS_PASSWORD and ORDERS_PASSWORD`

await runCommand(usage, (args) => {
  const command = readUserCommand(args)
  return withStore(({ store, piiKey }) => {
    const { users } = store
    return command({
      users,
      directory: createUserDirectory({ users, cipher: createVaultCipher(piiKey), now: store.now }),
      passwords: createPasswords(),
      readPassword: async () => (await text(process.stdin)).replace(/\r?\n$/, ''),
      audit: (action, detail) =>
        store.operators.audit({
          at: store.now(),
          operator: `npm run users (${userInfo().username})`,
          action,
          orderId: null,
          detail: detail ?? null,
        }),
      siteUrl: siteUrl(readEnv(process.env)),
      now: store.now,
    })
  })
})
