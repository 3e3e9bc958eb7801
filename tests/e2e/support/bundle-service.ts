import { bundlePrograms } from '#tests/speed/bundle-programs.ts'

// Global setup of Playwright: the journeys start the bundled service.
export default bundlePrograms
