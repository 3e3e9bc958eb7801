import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { root } from './start-process.ts'

/** Another commit of the project, checked out in a work tree of its own. */
export interface OtherCommit {
  /** Abbreviated id. */
  name: string
  /** Root folder of the work tree. */
  tree: string
}

/**
 * Checks out a commit and gives it its dependencies: those of this work tree if both have the same lock file, its own
 * otherwise. Removes the work tree when this process exits.
 */
export function checkOut(commit: string, folder: string): OtherCommit {
  const name = git('rev-parse', '--short', '--verify', '--end-of-options', `${commit}^{commit}`).trim()
  const tree = path.join(folder, `commit-${name}`)
  if (!existsSync(tree)) {
    mkdirSync(folder, { recursive: true })
    git('worktree', 'add', '--quiet', '--detach', tree, name)
    process.once('exit', () => git('worktree', 'remove', '--force', tree))
    addDependencies(tree, name)
  }
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
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' })
}
