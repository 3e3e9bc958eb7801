import path from 'node:path'
import { defineConfig } from 'vite'
import { bundleOptions } from './build/bundle-options.ts'
import { servicePrograms } from './build/programs.ts'

const options = bundleOptions(servicePrograms, path.join(import.meta.dirname, 'dist'))

// Bundles the service for `npm start` (docs/decisions/079-the-service-is-bundled.md).
export default defineConfig({ ...options, build: { ...options.build, emptyOutDir: true } })
