import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import type { UserStore } from '#db/ports/staff/user-store.ts'
import { isoTime } from '#domain/time/durations.ts'
import { type Role, newPassword, newUserSchema, roleSchema } from '#domain/users/user-contract.ts'
import { auditName } from '#service/access/staff-member.ts'
import { CommandRefused, UsageError } from '#service/commands/command-errors.ts'
import { isGuessable } from '#service/users/guessable-password.ts'
import type { Passwords } from '#service/users/passwords.ts'
import { type User, type UserDirectory, invitationUrl } from '#service/users/user-directory.ts'

interface CommandDeps {
  users: UserStore
  directory: UserDirectory
  passwords: Passwords
  readPassword: () => Promise<string>
  /** Records what is done. It is called before anything is done: if it fails, nothing is. */
  audit: (action: string, detail?: string) => Promise<void>
  siteUrl: string
  /** ms since the epoch */
  now: () => number
}

/** Subcommand of `npm run users`. Returns the text to print. */
type UserCommand = (deps: CommandDeps) => Promise<string>

/** Reads the arguments of `npm run users`. Throws a `UsageError` that names the allowed values. */
export function readUserCommand(args: string[]): UserCommand {
  const { positionals, values } = parse(args)
  const [name, subject, ...more] = positionals
  if (more.length > 0) throw new UsageError(`Unexpected argument ${JSON.stringify(more[0])}.`)
  const email = () => {
    if (subject === undefined) throw new UsageError('The e-mail address is missing.')
    return subject
  }
  switch (name) {
    case 'list':
      return list
    case 'add':
      return add(readPerson(email(), values))
    case 'link':
      return ofUser(email(), printLink)
    case 'password':
      return ofUser(email(), setPassword)
    case 'role': {
      const role = readRole(values.role)
      return ofUser(email(), (deps, user) => change(deps, user, { role }))
    }
    case 'deactivate':
      return ofUser(email(), (deps, user) => change(deps, user, { state: 'deactivated' }))
    case 'activate':
      return ofUser(email(), (deps, user) => change(deps, user, { state: 'active' }))
    case 'remove':
      return ofUser(email(), remove)
    case 'shared':
      if (subject !== 'on' && subject !== 'off') throw new UsageError('shared takes on or off.')
      return setShared(subject)
    default:
      throw new UsageError(name ? `There is no command ${JSON.stringify(name)}.` : 'A command is missing.')
  }
}

function parse(args: string[]) {
  try {
    const options = { name: { type: 'string' }, role: { type: 'string' } } as const
    return parseArgs({ args, allowPositionals: true, options })
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error })
  }
}

function readRole(text: string | undefined): Role {
  const read = roleSchema.safeParse(text)
  if (!read.success) throw new UsageError(`--role must be one of ${roleSchema.options.join(', ')}.`)
  return read.data
}

function readPerson(email: string, values: { name?: string; role?: string }) {
  const role = readRole(values.role)
  const read = newUserSchema.safeParse({ email, name: values.name, role })
  if (read.success) return read.data
  throw new UsageError(
    read.error.issues[0]!.path[0] === 'email'
      ? 'This is not an e-mail address.'
      : '--name must have 2 to 60 Latin letters, digits, spaces, full stops, apostrophes and hyphens.',
  )
}

function ofUser(email: string, run: (deps: CommandDeps, user: User) => Promise<string>): UserCommand {
  return async (deps) => {
    const user = await deps.directory.findByEmail(email)
    if (!user) throw new CommandRefused('There is no user with this e-mail address.')
    return run(deps, user)
  }
}

async function list({ directory, users }: CommandDeps): Promise<string> {
  const rows = (await directory.list()).map(({ email, name, role, state, lastLoginAt }) =>
    [email, name, role, state, lastLoginAt === null ? 'never' : isoTime(lastLoginAt)].join('\t'),
  )
  const shared = (await users.sharedAccess()) ? 'on' : 'off'
  return ['e-mail\tname\trole\tstate\tlast login', ...rows, `shared access: ${shared}`].join('\n')
}

function add(person: { name: string; email: string; role: Role }): UserCommand {
  return async ({ directory, audit, siteUrl }) => {
    const known = new CommandRefused('There is a user with this e-mail address already.')
    if (await directory.findByEmail(person.email)) throw known
    const id = randomUUID()
    await audit(`invite-${person.role}`, auditName({ id, name: person.name }))
    const invited = await directory.invite({ ...person, id })
    if (!invited) throw known
    return linkText(siteUrl, invited.token)
  }
}

const linkText = (siteUrl: string, token: string) =>
  `Open this link within seven days to set the password:\n${invitationUrl(siteUrl, token)}`

async function printLink({ directory, audit, siteUrl }: CommandDeps, user: User): Promise<string> {
  await audit('send-link', auditName(user))
  const token = await directory.newLink(user.id)
  if (token === undefined) throw new CommandRefused('The user is deactivated.')
  return linkText(siteUrl, token)
}

async function setPassword(deps: CommandDeps, user: User): Promise<string> {
  const { users, passwords, audit, now } = deps
  const read = newPassword.safeParse(await deps.readPassword())
  if (!read.success) throw new CommandRefused('A password must have 12 to 200 characters.')
  if (isGuessable(read.data))
    throw new CommandRefused(
      'This password is too easy to guess: it is common, a word with digits, or a sequence.',
    )
  await audit('set-password', auditName(user))
  const passwordHash = await passwords.hash(read.data)
  if (!(await users.setPassword({ id: user.id, passwordHash, now: now() })))
    throw new CommandRefused('The user is deactivated.')
  return 'The password is set; all sessions of the user have ended.'
}

async function change(
  { users, audit }: CommandDeps,
  user: User,
  to: { role: Role } | { state: 'active' | 'deactivated' },
): Promise<string> {
  await audit('role' in to ? `role-${to.role}` : `state-${to.state}`, auditName(user))
  refuseLastAdmin(await users.change(user.id, to))
  return 'The user is changed; all sessions of the user have ended.'
}

async function remove({ users, audit }: CommandDeps, user: User): Promise<string> {
  await audit('remove-user', auditName(user))
  refuseLastAdmin(await users.remove(user.id))
  return 'The user is removed.'
}

function refuseLastAdmin(result: 'changed' | 'unknown' | 'last-admin'): void {
  if (result === 'unknown') throw new CommandRefused('There is no user with this e-mail address.')
  if (result === 'last-admin')
    throw new CommandRefused(
      'Without this admin, nobody could administer the users: run `shared on` first, or add another admin.',
    )
}

function setShared(to: 'on' | 'off'): UserCommand {
  return async ({ users, audit }) => {
    await audit(`shared-access-${to}`)
    if (!(await users.setSharedAccess(to === 'on')))
      throw new CommandRefused('There must be an active admin with a password first.')
    return `Shared access is ${to}. A running service notices within five seconds.`
  }
}
