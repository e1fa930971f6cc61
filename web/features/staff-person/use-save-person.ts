import { useQueryClient } from '@tanstack/react-query'
import type { Input } from '#contract/call'
import { editStudent } from '#contract/students'
import { editUser, type User } from '#contract/users'
import { isTutorSide } from '#domain/roles'
import { request } from '../../platform/api.ts'
import { keys } from '../../platform/query-keys.ts'
import { saveVersioned } from '../staff-audit/shared/versioned-save.ts'
import { personKey, personQuery, studentQuery, tutorMetaQuery } from './queries.ts'

type SaveOptions = { reason?: string }

/**
 * Saves fields of an account over the version that is shown (docs/rules/staff.md 3.3). Where somebody else has saved meanwhile,
 * both versions are shown; null when theirs was kept, which the cache then holds.
 * @throws ApiError `version-conflict` when neither was chosen.
 */
export function useSavePerson(person: User) {
  const queryClient = useQueryClient()
  const { id, role } = person
  const account = personQuery(id)
  const profile = tutorMetaQuery(id)
  const refresh = (saved: User) => {
    queryClient.setQueryData(account.queryKey, saved)
    void queryClient.invalidateQueries({ queryKey: personKey(id) })
    void queryClient.invalidateQueries({ queryKey: keys.users })
    void queryClient.invalidateQueries({ queryKey: keys.tutors })
  }
  return async (body: Input<typeof editUser>['body'], options: SaveOptions = {}): Promise<User | null> => {
    const stored = async () => {
      const [user, tutor] = await Promise.all([
        queryClient.fetchQuery({ ...account, staleTime: 0 }),
        isTutorSide(role) ? queryClient.fetchQuery({ ...profile, staleTime: 0 }) : null,
      ])
      // The account's own id and times, last.
      return { ...tutor, ...user }
    }
    const read = queryClient.getQueryData(account.queryKey) ?? person
    const outcome = await saveVersioned({
      kind: 'user',
      read: { ...queryClient.getQueryData(profile.queryKey), ...read },
      changes: body,
      save: ({ version }) => request(editUser, { params: { id }, body }, { ...options, version }),
      reload: stored,
    })
    if (outcome.outcome === 'saved') refresh(outcome.saved)
    return outcome.outcome === 'saved' ? outcome.saved : null
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
