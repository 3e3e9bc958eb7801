import { useEffect, useRef, useState } from 'react'
import type { FoundAddress, Suggestion } from '#domain/lookup-contract.ts'
import { addressOf, suggestAddresses } from './address-lookup.ts'

const typingPause = 300
const shortest = 3

export interface Suggested {
  suggestions: readonly Suggestion[]
  attribution: string | null
}

const none: Suggested = { suggestions: [], attribution: null }

/** Suggestions for what is being typed, the latest question's only. `onOutage` is told of every answer or failure. */
export function useSuggestions(onOutage: (outage: boolean) => void) {
  const [suggested, setSuggested] = useState(none)
  const [session, setSession] = useState(newSession)
  const pending = useRef<() => void>(undefined)
  useEffect(() => () => pending.current?.(), [])

  function clear() {
    pending.current?.()
    setSuggested(none)
  }

  function ask(query: string) {
    pending.current?.()
    if (query.trim().length < shortest) return setSuggested(none)
    const overtaken = new AbortController()
    async function show() {
      const answer = await suggestAddresses(query, session, overtaken.signal).catch(() => undefined)
      if (overtaken.signal.aborted) return
      onOutage(answer === undefined)
      setSuggested(answer ?? none)
    }
    const timer = setTimeout(() => void show(), typingPause)
    pending.current = () => {
      clearTimeout(timer)
      overtaken.abort()
    }
  }

  async function choose(suggestion: Suggestion): Promise<FoundAddress | null> {
    clear()
    const address = await addressOf(suggestion, session)
    setSession(newSession())
    return address
  }

  return { ...suggested, ask, clear, choose }
}

/** Groups the questions of one entry, for providers that bill by it. It says nothing about the visitor. */
function newSession(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}
