import { useQueryClient } from '@tanstack/react-query'
import type { Input } from '#contract/call'
import { editStudent } from '#contract/students'
import { editUser, type User } from '#contract/users'
import { request } from '../../platform/api.ts'
import { codeOf } from '../../platform/error-text.ts'
import { keys } from '../../platform/query-keys.ts'
import { personKey, personQuery, studentQuery } from './queries.ts'

type SaveOptions = { reason?: string }

/**
 * Saves fields of an account over the version that is shown (docs/rules/staff.md 3.3). Where somebody else has saved
 * meanwhile, the newer values are fetched: a form takes over those of its fields that nobody has touched.
 */
export function useSavePerson({ id }: Pick<User, 'id'>) {
  const queryClient = useQueryClient()
  return async (body: Input<typeof editUser>['body'], options: SaveOptions = {}): Promise<User> => {
    const version = queryClient.getQueryData(personQuery(id).queryKey)?.updatedAt
    try {
      const saved = await request(editUser, { params: { id }, body }, { ...options, ...(version ? { version } : {}) })
      queryClient.setQueryData(personQuery(id).queryKey, saved)
      void queryClient.invalidateQueries({ queryKey: personKey(id) })
      void queryClient.invalidateQueries({ queryKey: keys.users })
      void queryClient.invalidateQueries({ queryKey: keys.tutors })
      return saved
    } catch (error) {
      if (codeOf(error) === 'version-conflict') void queryClient.invalidateQueries({ queryKey: personKey(id) })
      throw error
    }
  }
}

/** Saves what a student says about their learning. */
export function useSaveLearning(id: number) {
  const queryClient = useQueryClient()
  return async (body: Input<typeof editStudent>['body']): Promise<void> => {
    const saved = await request(editStudent, { params: { id }, body })
    queryClient.setQueryData(studentQuery(id).queryKey, saved)
  }
}
