import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { listDemoSessions, listInterviews } from '#contract/calls/meetings'
import type { User } from '#contract/users'
import type { MeetingChange } from '#domain/meetings/changes'
import type { MeetingKind } from '#domain/meetings/statuses'
import { innerText } from '#domain/rich-text'
import { isAdmin } from '#domain/roles'
import { request } from '../../platform/api.ts'
import { useMe } from '../../platform/current-user.ts'
import { keys } from '../../platform/query-keys.ts'
import { type Meeting, meetingOf, updateMeeting } from '../../shared/meetings/meeting.ts'
import type { Fields } from '../audit/shared/changes.ts'
import { saveVersioned } from '../audit/shared/versioned-save.ts'

/** A manager lists exactly their own demo sessions (docs/rules/onboarding.md 5.3). */
export const demosOf = (me: User) => (isAdmin(me.role) ? {} : { tutorManagerIds: [me.id] })

/** One meeting; null if it does not exist or this account may not see it. */
export const meetingQuery = (kind: MeetingKind, id: number, me: User) =>
  queryOptions({
    queryKey: [...keys.meetings, kind, id],
    queryFn: async ({ signal }) => {
      const { list } =
        kind === 'interview'
          ? await request(listInterviews, { query: { ids: [id] } }, { signal })
          : await request(listDemoSessions, { query: { ids: [id], ...demosOf(me) } }, { signal })
      return list[0] ? meetingOf(list[0]) : null
    },
  })

/** How the audit log names a kind's records and what the manager wrote. */
export const RECORD_KIND = { interview: 'interview', demo: 'demo-session' } as const
const FEEDBACK_FIELD = { interview: 'interviewerFeedback', demo: 'tutorManagerFeedback' } as const

/** What a meeting or a change of it has of the fields that are compared; its HTML as text. */
function fieldsOf(kind: MeetingKind, { status, level, managerFeedback, note }: Meeting | MeetingChange): Fields {
  const textOf = (html: string | null | undefined) => (html ? innerText(html) : html)
  const fields = { status, level, [FEEDBACK_FIELD[kind]]: textOf(managerFeedback), note: textOf(note) }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

/**
 * Saves a meeting based on the version that was read (docs/rules/staff.md 3.3); false when another user's change was kept.
 * @throws ApiError `version-conflict` when neither was chosen.
 */
export function useSaveMeeting() {
  const queryClient = useQueryClient()
  const me = useMe()
  return async (read: Meeting, change: MeetingChange, options: { reason?: string } = {}): Promise<boolean> => {
    const { kind, id } = read
    const saving = saveVersioned({
      kind: RECORD_KIND[kind],
      read,
      changes: fieldsOf(kind, change),
      save: ({ version }) => updateMeeting(read, change, { ...options, version }),
      reload: () => queryClient.fetchQuery({ ...meetingQuery(kind, id, me), staleTime: 0 }),
      fieldsOf: (meeting) => fieldsOf(kind, meeting),
    })
    const { outcome } = await saving.finally(() => queryClient.invalidateQueries({ queryKey: keys.meetings }))
    return outcome === 'saved'
  }
}
