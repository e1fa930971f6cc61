import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { listTutorMedia, showTutorMedia } from '#contract/calls/tutor-media'
import type { TutorMediaItem } from '#contract/tutor-media'
import type { userAssets } from '#domain/files/kinds'
import { photoSession } from '#messages/photo-session'
import { messagesOf } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { errorText } from '../../platform/error-text.ts'
import { keys } from '../../platform/query-keys.ts'
import { acquireSocket } from '../../platform/user-socket.ts'
import { toast } from '../../ui/toasts.ts'

export type MediaKind = (typeof userAssets)[number]

const PAGE = 100

/** What was made of a tutor, newest first: at most thirty of a kind and the one that is shown (docs/rules/tutors.md 1.7). */
export const tutorMediaQuery = (tutorId: number) =>
  queryOptions({
    queryKey: [...keys.tutors, 'media', tutorId],
    queryFn: ({ signal }) => request(listTutorMedia, { params: { tutorId }, query: { size: PAGE } }, { signal }),
  })

/** Reads again whatever shows a tutor's media. */
export function useRefreshMedia(): () => Promise<unknown> {
  const queryClient = useQueryClient()
  return () =>
    Promise.all(
      [keys.tutors, keys.profile, keys.onboarding, keys.currentUser].map((queryKey) =>
        queryClient.invalidateQueries({ queryKey }),
      ),
    )
}

/** Makes one of the files visible to students, and confirms it with a toast. */
export function useShowMedia() {
  const refresh = useRefreshMedia()
  return useMutation({
    mutationFn: ({ id }: TutorMediaItem) => request(showTutorMedia, { params: { id } }),
    onSuccess: (_, { kind }) => {
      toast.success(messagesOf(photoSession)(`media.showing.${kind}`), { id: `media-${kind}` })
      return refresh()
    },
    onError: (error, { kind }) => {
      toast.error(messagesOf(photoSession)('media.showFailed'), { id: `media-${kind}`, description: errorText(error) })
      void refresh()
    },
  })
}

/** Reads the tutor's own media again whenever the studio or staff have changed them. */
export function useLiveMedia(userId: number): void {
  const refresh = useRefreshMedia()
  const onChange = useEffectEvent(() => void refresh())
  useEffect(
    () =>
      acquireSocket(userId, {
        onEvent: (frame) => {
          if (frame.event === 'OnboardingUpdated' && frame.payload.station === 'photoSession') onChange()
        },
        onOpen: (afterGap) => {
          if (afterGap) onChange()
        },
      }),
    [userId],
  )
}
