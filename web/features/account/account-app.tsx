import { Route, Routes } from 'react-router-dom'
import type { Account } from '#domain/users/user-contract.ts'
import { AccessPage } from './access-page.tsx'
import { Frame } from './frame.tsx'
import { InvitationPage } from './invitation-page.tsx'
import { LoginPage } from './login-page.tsx'
import { OwnAccountPage } from './own-account-page.tsx'
import { NarrowPage } from './parts.tsx'
import { FailureNote, useFailedLogin } from './provider-failure.tsx'
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
  return <AccountPages account={data} />
}

function AccountPages({ account: { user, provider } }: { account: Account }) {
  const failed = useFailedLogin(user?.id)
  const note = <FailureNote text={failed.text} />
  if (!user) return <LoginPage note={note} returnTo={failed.returnTo} />
  return (
    <Frame user={user}>
      {note}
      <Routes>
        <Route index element={<OwnAccountPage user={user} provider={provider} />} />
        {user.role === 'admin' && <Route path="zugaenge" element={<AccessPage />} />}
        <Route path="*" element={<h1 className="text-2xl font-bold">Diese Seite gibt es nicht</h1>} />
      </Routes>
    </Frame>
  )
}
