import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { openedLinkSchema } from '#domain/users/shared-link-contract.ts'
import { Loading } from '#web/features/reports/blocks/waiting.tsx'
import { ReportError, postCommand } from '#web/features/reports/data/get-report.ts'
import { sessionKey } from '#web/features/reports/frame/session.ts'
import { locationOfView } from '#web/features/reports/saved-views/view-path.ts'
import { Button } from '#web/ui/button.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'

/**
 * Page of a shared link. Exchanges the secret, which is the fragment of the URL and so reaches no log, for a session,
 * and then shows the shared page. The address with the secret is replaced, so that it is not in the history.
 */
export function OpenLinkPage() {
  useDocumentTitle('Geteilte Ansicht – Berichte – Formlotse')
  const client = useQueryClient()
  const navigate = useNavigate()
  const secret = useLocation().hash.slice(1)
  const opened = useQuery({
    queryKey: ['shared-link', secret],
    queryFn: async () => openedLinkSchema.parse(await postCommand('links/open', { secret })),
    staleTime: Infinity,
    gcTime: 0,
    // The link is opened again only by the reader. Openings are limited per client.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retryOnMount: false,
  })
  const path = opened.data?.path
  useEffect(() => {
    if (path === undefined) return
    // What was shown before, such as the login, belongs to the browser without the link.
    void client
      .resetQueries({ queryKey: sessionKey })
      .then(() => navigate(locationOfView(path), { replace: true }))
  }, [path, client, navigate])
  const { error } = opened
  if (!error) return <Loading />
  const hasEnded = error instanceof ReportError && [400, 410].includes(error.status)
  return (
    <div role="alert" className="grid gap-4 rounded-2xl border border-line bg-surface p-6 shadow-card">
      <h1 className="text-xl font-bold">
        {hasEnded ? 'Dieser Link gilt nicht mehr' : 'Die Ansicht lässt sich gerade nicht öffnen'}
      </h1>
      {hasEnded ? (
        <p>
          Er ist abgelaufen, wurde beendet oder ist nicht vollständig. Bitte lassen Sie sich einen neuen
          schicken.
        </p>
      ) : (
        <>
          <p>Bitte versuchen Sie es in einer Minute noch einmal.</p>
          <div>
            <Button look="secondary" onClick={() => void opened.refetch()}>
              Noch einmal versuchen
            </Button>
          </div>
        </>
      )}
    </div>
  )
}
