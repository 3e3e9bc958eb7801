import { useEffect, useRef, useState } from 'react'
import type { FoundAddress, Suggestion } from '#domain/site/lookup-contract.ts'
import { addressOf, suggestAddresses } from './address-lookup.ts'

const typingPause = 300
const minLength = 3

export interface Suggested {
  suggestions: readonly Suggestion[]
  attribution: string | null
}

const none: Suggested = { suggestions: [], attribution: null }

/**
 * Returns the suggestions of the latest request. Calls `onOutage` with false after each response and with true after
 * each failure.
 */
export function useSuggestions(onOutage: (outage: boolean) => void) {
  const [suggested, setSuggested] = useState(none)
  const [session, setSession] = useState(newSession)
  const pending = useRef<() => void>(undefined)
  useEffect(() => () => pending.current?.(), [])

  function clear() {
    pending.current?.()
    setSuggested(none)
  }

  function request(query: string) {
    pending.current?.()
    if (query.trim().length < minLength) return setSuggested(none)
    const superseded = new AbortController()
    async function show() {
      const found = await suggestAddresses(query, session, superseded.signal).catch(() => undefined)
      if (superseded.signal.aborted) return
      onOutage(found === undefined)
      setSuggested(found ?? none)
    }
    const timer = setTimeout(() => void show(), typingPause)
    pending.current = () => {
      clearTimeout(timer)
      superseded.abort()
    }
  }

  async function choose(suggestion: Suggestion): Promise<FoundAddress | null> {
    clear()
    const address = await addressOf(suggestion, session)
    setSession(newSession())
    return address
  }

  return { ...suggested, request, clear, choose }
}

/** Returns a random session id. All requests for one address have the same id, because providers bill by session. */
function newSession(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}
