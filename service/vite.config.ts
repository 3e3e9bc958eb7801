import path from 'node:path'
import { defineConfig } from 'vite'
import { bundleOptions } from './build/bundle-options.ts'
import { servicePrograms } from './build/programs.ts'

// Bundles the service for `npm start` (docs/decisions/079-the-service-is-bundled.md). `setup.mjs` builds it in another folder
// beside `dist`, from which relative paths are the same, and renames that.
export default defineConfig(bundleOptions(servicePrograms, path.join(import.meta.dirname, 'dist')))
