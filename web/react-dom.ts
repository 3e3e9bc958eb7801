// Parts of React DOM that the site uses. `main.ts` loads them before the rest of the code.
// This import must come before React.
import { restoreErrorStacks } from './without-error-stacks.ts'
export { createRoot, hydrateRoot } from 'react-dom/client'

restoreErrorStacks()
