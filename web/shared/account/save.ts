import { useQueryClient } from '@tanstack/react-query'
import { editStudent } from '#contract/calls/students'
import { editUser } from '#contract/calls/users'
import type { Input } from '#contract/client'
import type { User } from '#contract/users'
import { isTutorSide } from '#domain/roles'
import { request } from '../../platform/api.ts'
import { now } from '../../platform/clock.ts'
import { meQuery, useMe } from '../../platform/current-user.ts'
import { keys } from '../../platform/query-keys.ts'
import { recordCodeSent } from './code-sending.ts'
import { ownStudentQuery, ownTutorQuery } from './own-profile.ts'

/** A new address is pending until it is verified; until then the old one stays. */
export const unprovenIn = ({ pendingEmail }: User): readonly 'email'[] => (pendingEmail === null ? [] : ['email'])

/** Saves fields of the own account and puts the answer into the query cache. */
export function useSaveAccount() {
  const queryClient = useQueryClient()
  const me = useMe()
  return async (body: Input<typeof editUser>['body']): Promise<User> => {
    const saved = await request(editUser, { params: { id: me.id }, body })
    queryClient.setQueryData(meQuery.queryKey, saved)
    // The server has mailed the code to the address that waits: the dialog that asks for it sends no other.
    if (body.email !== undefined && saved.pendingEmail !== null) recordCodeSent(me.id, now())
    if (!isTutorSide(me.role)) return saved
    // The answer lacks the fields that only tutors have.
    await queryClient.invalidateQueries({ queryKey: ownTutorQuery(me.id).queryKey })
    void queryClient.invalidateQueries({ queryKey: keys.tutors })
    return saved
  }
}

/** Saves a student's learning profile. */
export function useSaveLearning() {
  const queryClient = useQueryClient()
  const me = useMe()
  return async (body: Input<typeof editStudent>['body']): Promise<void> => {
    const saved = await request(editStudent, { params: { id: me.id }, body })
    queryClient.setQueryData(ownStudentQuery(me.id).queryKey, saved)
  }
}
