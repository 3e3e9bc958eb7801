import { Route, Routes } from 'react-router-dom'
import { AccessPage } from './access-page.tsx'
import { Frame } from './frame.tsx'
import { InvitationPage } from './invitation-page.tsx'
import { LoginPage } from './login-page.tsx'
import { OwnAccountPage } from './own-account-page.tsx'
import { NarrowPage } from './parts.tsx'
import { useAccount } from './queries.ts'
import { failureText } from './words.ts'

/** Root component of the accounts of named users. It is a separate app, so that visitors do not load its code. */
export function AccountApp() {
  return (
    <Routes>
      <Route path="einladung" element={<InvitationPage />} />
      <Route path="*" element={<Pages />} />
    </Routes>
  )
}

function Pages() {
  const { data, error } = useAccount()
  if (!data)
    return (
      <NarrowPage>
        <h1 className="sr-only">Konto</h1>
        <output>{error ? failureText(error) : 'Wird geladen …'}</output>
      </NarrowPage>
    )
  if (!data.user) return <LoginPage />
  const { user } = data
  return (
    <Frame user={user}>
      <Routes>
        <Route index element={<OwnAccountPage user={user} />} />
        {user.role === 'admin' && <Route path="zugaenge" element={<AccessPage />} />}
        <Route path="*" element={<h1 className="text-2xl font-bold">Diese Seite gibt es nicht</h1>} />
      </Routes>
    </Frame>
  )
}
