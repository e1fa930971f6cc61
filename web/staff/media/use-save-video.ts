import { useQueryClient } from '@tanstack/react-query'
import { updateIntroVideo } from '#contract/calls/intro-videos'
import type { Input } from '#contract/client'
import type { IntroVideoWithMembers } from '#contract/intro-videos'
import { request } from '../../platform/api.ts'
import { useMe } from '../../platform/current-user.ts'
import { keys } from '../../platform/query-keys.ts'
import { saveVersioned } from '../audit/shared/versioned-save.ts'
import { videoQuery } from './queries.ts'

type Change = Input<typeof updateIntroVideo>['body']

/**
 * Saves a video based on the version that was read (docs/rules/staff.md 3.3); false when another user's change was kept.
 * @throws ApiError `version-conflict` when neither was chosen.
 */
export function useSaveVideo() {
  const me = useMe()
  const queryClient = useQueryClient()
  return async (read: IntroVideoWithMembers, body: Change, reason: string): Promise<boolean> => {
    const { id } = read
    const saving = saveVersioned<IntroVideoWithMembers, unknown>({
      kind: 'intro-video',
      read,
      changes: body,
      save: ({ version }) => request(updateIntroVideo, { params: { id }, body }, { reason, version }),
      reload: () => queryClient.fetchQuery({ ...videoQuery(id, me), staleTime: 0 }),
      fieldsOf: ({ state, reviewerId, reason, notes }) => ({ state, reviewerId, reason, notes }),
    })
    const { outcome } = await saving.finally(() => queryClient.invalidateQueries({ queryKey: keys.introVideos }))
    return outcome === 'saved'
  }
}
