// Parts of React DOM that the site uses. `main.ts` loads them before the rest of the code.
export { createRoot, hydrateRoot } from 'react-dom/client'
