import { useQueryClient } from '@tanstack/react-query'
import { updateInterview } from '#contract/calls/meetings'
import type { Input } from '#contract/client'
import type { InterviewWithMembers } from '#contract/meetings'
import { innerText } from '#domain/rich-text'
import { request } from '../../platform/api.ts'
import type { Fields } from '../audit/shared/changes.ts'
import { saveVersioned } from '../audit/shared/versioned-save.ts'
import { interviewQuery, refreshMeetings } from './queries.ts'

type Change = Omit<Input<typeof updateInterview>['body'], 'id'>

/** The words of a change or an interview as text: on the wire they are HTML. */
const shown = ({ interviewerFeedback, note, ...rest }: Change | InterviewWithMembers): Fields => ({
  ...rest,
  ...(interviewerFeedback ? { interviewerFeedback: innerText(interviewerFeedback) } : null),
  ...(note ? { note: innerText(note) } : null),
})
const fieldsOf = (interview: InterviewWithMembers): Fields => {
  const { status, level, interviewerFeedback, note } = shown(interview)
  return { status, level, interviewerFeedback, note }
}

/**
 * Saves an interview based on the version that was read (docs/rules/staff.md 3.3); false when another user's change was
 * kept.
 * @throws ApiError `version-conflict` when neither was chosen.
 */
export function useSaveInterview() {
  const queryClient = useQueryClient()
  return async (read: InterviewWithMembers, change: Change, options: { reason?: string } = {}): Promise<boolean> => {
    const { id } = read
    const saving = saveVersioned({
      kind: 'interview',
      read,
      changes: shown(change),
      save: ({ version }) => request(updateInterview, { body: { id, ...change } }, { ...options, version }),
      reload: () => queryClient.fetchQuery({ ...interviewQuery(id), staleTime: 0 }),
      fieldsOf,
    })
    const { outcome } = await saving.finally(() => refreshMeetings(queryClient))
    return outcome === 'saved'
  }
}
