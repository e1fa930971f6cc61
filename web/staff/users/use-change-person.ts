import { useQueryClient } from '@tanstack/react-query'
import { announce } from '../../ui/announce.ts'
import { personKey } from './shared/person-query.ts'

/** Says how a change of a person ended, and reads everything about them again. It rejects as the change does, so that its dialog stays open. */
export function useChangePerson(id: number) {
  const queryClient = useQueryClient()
  return (change: Promise<unknown>, texts: { done: string; failed: string }): Promise<unknown> =>
    announce(change, { id: 'person', done: texts.done, failed: texts.failed }).finally(() =>
      queryClient.invalidateQueries({ queryKey: personKey(id) }),
    )
}
