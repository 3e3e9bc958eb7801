import { useEffect, useState } from 'react'

/** The value as it was `delay` ms ago at the latest change, so that nobody is corrected while typing. */
export function useDelayed<Value>(value: Value, delay: number): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delay)
    return () => clearTimeout(timer)
  }, [value, delay])
  return settled
}
