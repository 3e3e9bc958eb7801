import { isRouteErrorResponse, useRouteError } from 'react-router-dom'
import { ErrorScreen } from './error-screen.tsx'
import { NotFoundPage } from './not-found-page.tsx'

/** A path that names no page, or a page that failed. */
export function RouteFailure() {
  const error = useRouteError()
  return isRouteErrorResponse(error) && error.status === 404 ? <NotFoundPage /> : <ErrorScreen />
}
