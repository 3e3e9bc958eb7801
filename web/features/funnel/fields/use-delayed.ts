import { useEffect, useState } from 'react'

/** Returns the value once it has not changed for `delay` ms, so that visitors are not corrected while typing. */
export function useDelayed<Value>(value: Value, delay: number): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delay)
    return () => clearTimeout(timer)
  }, [value, delay])
  return settled
}
