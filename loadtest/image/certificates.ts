/** Returns options of a build that trust the certificates that Node trusts on this machine, for registries behind a proxy. */
export function certificates(): string[] {
  const file = process.env['NODE_EXTRA_CA_CERTS']
  return file === undefined ? [] : ['--secret', `id=ca,src=${file}`]
}
