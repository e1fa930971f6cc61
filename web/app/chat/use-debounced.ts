import { useEffect, useState } from 'react'

/** The value once it has not changed for `afterMs`; an empty one at once. */
export function useDebounced(value: string, afterMs: number): string {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), value === '' ? 0 : afterMs)
    return () => clearTimeout(timer)
  }, [value, afterMs])
  return value === '' ? '' : debounced
}
