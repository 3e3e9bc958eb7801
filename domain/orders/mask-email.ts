/** Returns an e-mail address in part: the first two characters and the domain, in which typing errors are common. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const shown = email.slice(0, at > 2 ? 2 : 1)
  return `${shown}•••${email.slice(at)}`
}
