import { tutorProfile } from '#messages/tutor-profile'
import { useMessages } from '../../messages/messages.ts'
import { Card } from '../../ui/card.tsx'
import { Loading, Skeleton, SkeletonText } from '../../ui/skeleton.tsx'

export function TutorSkeleton() {
  const t = useMessages(tutorProfile)
  return (
    <Loading text={t('profile.loading')} className="flex flex-col gap-3">
      <Skeleton className="my-3 h-5 w-40" />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="flex flex-col gap-5">
          <Skeleton className="aspect-video w-full rounded-card" />
          <div className="flex gap-4 sm:gap-5">
            <Skeleton className="size-20 shrink-0 rounded-card sm:size-24" />
            <div className="flex grow flex-col gap-3">
              <Skeleton className="h-8 w-48" />
              <Skeleton className="h-5 w-full max-w-sm" />
              <Skeleton className="h-5 w-32" />
            </div>
          </div>
        </div>
        <Card padding="lg">
          <SkeletonText lines={6} />
        </Card>
      </div>
    </Loading>
  )
}
