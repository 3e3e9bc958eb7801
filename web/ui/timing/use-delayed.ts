import { useEffect, useState } from 'react'

/**
 * Returns `value` once it has not changed for `delay` ms, and the previous result until then, so that visitors are not
 * corrected while typing.
 */
export function useDelayed<Value>(value: Value, delay: number): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delay)
    return () => clearTimeout(timer)
  }, [value, delay])
  return settled
}
