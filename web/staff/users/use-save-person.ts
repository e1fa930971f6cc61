import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { editStudent } from '#contract/calls/students'
import { editUser } from '#contract/calls/users'
import type { Input } from '#contract/client'
import type { Student } from '#contract/students'
import type { User } from '#contract/users'
import { isTutorSide } from '#domain/roles'
import { request } from '../../platform/api.ts'
import { keys } from '../../platform/query-keys.ts'
import { useReadRecord } from '../audit/shared/use-read-record.ts'
import { saveVersioned } from '../audit/shared/versioned-save.ts'
import { studentQuery, tutorMetaQuery } from './queries.ts'
import { personKey, personQuery } from './shared/person-query.ts'

type SaveOptions = {
  reason?: string
  /** The account with its page as a form was filled from them; without it, as the cache has them. */
  read?: User
}

/** The account with its page as they were when the edit of a form began. */
export function usePersonAsRead(person: User, hasChanges: boolean): User {
  const { data: page } = useQuery({ ...tutorMetaQuery(person.id), enabled: isTutorSide(person.role) })
  const current = useMemo(() => ({ ...page, ...person }), [page, person])
  return useReadRecord(current, hasChanges)
}

/**
 * Saves fields of an account based on the displayed version (docs/rules/staff.md 3.3). If another user has saved meanwhile,
 * both versions are shown; null when theirs was kept, which the cache then contains.
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
  return async (body: Input<typeof editUser>['body'], { read, ...options }: SaveOptions = {}): Promise<User | null> => {
    const stored = async () => {
      const [user, tutor] = await Promise.all([
        queryClient.fetchQuery({ ...account, staleTime: 0 }),
        isTutorSide(role) ? queryClient.fetchQuery({ ...profile, staleTime: 0 }) : null,
      ])
      // The account's own id and times, last.
      return { ...tutor, ...user }
    }
    const cached = () => ({
      ...queryClient.getQueryData(profile.queryKey),
      ...(queryClient.getQueryData(account.queryKey) ?? person),
    })
    const outcome = await saveVersioned({
      kind: 'user',
      read: read ?? cached(),
      changes: body,
      save: ({ version }) => request(editUser, { params: { id }, body }, { ...options, version }),
      reload: stored,
    })
    if (outcome.outcome === 'saved') refresh(outcome.saved)
    return outcome.outcome === 'saved' ? outcome.saved : null
  }
}

/**
 * Saves a student's learning profile based on the version in the form; null when another user's was kept, which the cache
 * then contains.
 * @throws ApiError `version-conflict` when neither was chosen.
 */
export function useSaveLearning(id: number) {
  const queryClient = useQueryClient()
  const profile = studentQuery(id)
  return async (body: Input<typeof editStudent>['body'], read: Student): Promise<Student | null> => {
    const outcome = await saveVersioned({
      kind: 'student',
      read,
      changes: body,
      save: ({ version }) => request(editStudent, { params: { id }, body }, { version }),
      reload: () => queryClient.fetchQuery({ ...profile, staleTime: 0 }),
    })
    if (outcome.outcome === 'discarded') return null
    queryClient.setQueryData(profile.queryKey, outcome.saved)
    return outcome.saved
  }
}
