import { lazy, Suspense } from 'react'
import { useConflictQuestion } from '../conflict-store.ts'

const ConflictDialog = lazy(async () => ({ default: (await import('../conflict-dialog.tsx')).ConflictDialog }))

/** Shows the conflict of a save anywhere in the dashboard; mounted once in the shell. */
export function ConflictHost() {
  const question = useConflictQuestion()
  return <Suspense>{question && <ConflictDialog {...question} />}</Suspense>
}
