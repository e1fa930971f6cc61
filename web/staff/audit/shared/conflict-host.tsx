import { Suspense } from 'react'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { useConflictQuestion } from '../conflict-store.ts'

const ConflictDialog = lazyPart(async () => (await import('../conflict-dialog.tsx')).ConflictDialog)

/** Shows the conflict of a save anywhere in the dashboard; mounted once in the shell. */
export function ConflictHost() {
  const question = useConflictQuestion()
  return <Suspense>{question && <ConflictDialog {...question} />}</Suspense>
}
