import { useQueryClient } from '@tanstack/react-query'
import { updateDemoSession } from '#contract/calls/meetings'
import type { Input } from '#contract/client'
import type { DemoSessionWithMembers } from '#contract/meetings'
import { innerText } from '#domain/rich-text'
import { request } from '../../platform/api.ts'
import { useMe } from '../../platform/current-user.ts'
import type { Fields } from '../audit/shared/changes.ts'
import { saveVersioned } from '../audit/shared/versioned-save.ts'
import { demoQuery, refreshMeetings } from './queries.ts'

type Change = Omit<Input<typeof updateDemoSession>['body'], 'id'>

/** The words of a change or a demo session as text: on the wire they are HTML. */
const shown = ({ tutorManagerFeedback, note, ...rest }: Change | DemoSessionWithMembers): Fields => ({
  ...rest,
  ...(tutorManagerFeedback ? { tutorManagerFeedback: innerText(tutorManagerFeedback) } : null),
  ...(note ? { note: innerText(note) } : null),
})
const fieldsOf = (demo: DemoSessionWithMembers): Fields => {
  const { status, level, tutorManagerFeedback, note } = shown(demo)
  return { status, level, tutorManagerFeedback, note }
}

/**
 * Saves a demo session based on the version that was read (docs/rules/staff.md 3.3); false when another user's change was
 * kept.
 * @throws ApiError `version-conflict` when neither was chosen.
 */
export function useSaveDemo() {
  const queryClient = useQueryClient()
  const me = useMe()
  return async (read: DemoSessionWithMembers, change: Change, options: { reason?: string } = {}): Promise<boolean> => {
    const { id } = read
    const saving = saveVersioned({
      kind: 'demo-session',
      read,
      changes: shown(change),
      save: ({ version }) => request(updateDemoSession, { body: { id, ...change } }, { ...options, version }),
      reload: () => queryClient.fetchQuery({ ...demoQuery(id, me), staleTime: 0 }),
      fieldsOf,
    })
    const { outcome } = await saving.finally(() => refreshMeetings(queryClient))
    return outcome === 'saved'
  }
}
