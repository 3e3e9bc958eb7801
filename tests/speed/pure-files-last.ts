import type { TestSpecification } from 'vitest/node'
import { BundledFirst } from './bundle-programs.ts'

/** Names of the projects with tests of pure functions. */
export const pureProjects = ['pure', 'web']

const isPure = ({ project }: TestSpecification) => pureProjects.includes(project.name)

/**
 * Sequencer of Vitest that runs the files of pure functions after those of the other projects. They take much less time
 * each, so the workers finish at about the same time. By default, Vitest sorts projects by name, and a single file of a
 * service would begin when all files of the domain have run.
 */
export class PureFilesLast extends BundledFirst {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return [...sorted.filter((file) => !isPure(file)), ...sorted.filter(isPure)]
  }
}
