import { execFileSync } from 'node:child_process'
import { existsSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { root } from './start-process.ts'

/** Another commit of the project, checked out in a separate work tree. */
export interface OtherCommit {
  /** Abbreviated id. */
  name: string
  /** Root folder of the work tree. */
  tree: string
}

/** Returns the abbreviated id of a commit, or undefined if the repository has no such commit. */
export function commitId(commit: string): string | undefined {
  try {
    return git('rev-parse', '--short', '--verify', '--quiet', '--end-of-options', `${commit}^{commit}`).trim()
  } catch {
    return undefined
  }
}

/**
 * Checks out a commit, named by its abbreviated id, gives it its dependencies, and builds its site and service, as before
 * `npm start`. Dependencies are those of this work tree if both have the same lock file. Removes the work tree when this
 * process exits.
 */
export function checkOut(name: string, folder: string): OtherCommit {
  const tree = path.join(folder, `commit-${name}`)
  // A work tree of an interrupted measurement may lack its dependencies.
  if (existsSync(tree)) git('worktree', 'remove', '--force', tree)
  git('worktree', 'add', '--quiet', '--detach', tree, name)
  process.once('exit', () => git('worktree', 'remove', '--force', tree))
  addDependencies(tree, name)
  execFileSync(process.execPath, ['setup.mjs', 'start'], { cwd: tree, stdio: 'inherit' })
  return { name, tree }
}

function addDependencies(tree: string, name: string): void {
  if (git('diff', '--name-only', name, '--', 'package-lock.json') === '') {
    symlinkSync(path.join(root, 'node_modules'), path.join(tree, 'node_modules'))
    return
  }
  console.log(`installing the dependencies of ${name} …`)
  execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: tree, stdio: 'inherit' })
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
}
