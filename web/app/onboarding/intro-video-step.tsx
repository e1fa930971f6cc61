import { queryOptions, useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { listIntroVideos } from '#contract/calls/intro-videos'
import type { IntroVideoWithMembers } from '#contract/intro-videos'
import { IntroVideoState } from '#domain/onboarding/video-states'
import { introVideo } from '#messages/intro-video'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { useNow } from '../../platform/clock.ts'
import { useMe } from '../../platform/current-user.ts'
import { keys } from '../../platform/query-keys.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { retryAtOf, SentVideo } from './sent-video.tsx'

/** One's own latest intro video; null before the first. */
const latestVideoQuery = queryOptions({
  queryKey: [...keys.introVideos, 'latest'],
  queryFn: async ({ signal }) => {
    const { main } = await request(listIntroVideos, { query: { size: 1 } }, { signal })
    return main.list[0] ?? null
  },
})

const VideoMaker = lazyPart(async () => (await import('./video-maker.tsx')).VideoMaker)

const A_MINUTE_MS = 60_000

const mayReplace = (video: IntroVideoWithMembers, now: number) =>
  video.state === IntroVideoState.Rejected && now >= retryAtOf(video)

/** The intro video step of a tutor's onboarding: recording, uploading, and the review. */
export function IntroVideoStep() {
  const t = useMessages(introVideo)
  const now = useNow(A_MINUTE_MS)
  const { verifiedEmail } = useMe()
  const latest = useQuery(latestVideoQuery)
  const placeholder = (
    <Loading text={t('loading')} className="flex flex-col gap-3">
      <Skeleton className="h-5 w-3/4" />
      <Skeleton className="aspect-video w-full max-w-2xl rounded-card" />
    </Loading>
  )
  return (
    <QueryView query={latest} loading={placeholder}>
      {(video) => (
        <div className="flex flex-col gap-6">
          {video && <SentVideo video={video} />}
          {(!video || mayReplace(video, now)) &&
            (verifiedEmail ? (
              <Suspense fallback={placeholder}>
                <VideoMaker />
              </Suspense>
            ) : (
              <p>{t('emailFirst')}</p>
            ))}
        </div>
      )}
    </QueryView>
  )
}
