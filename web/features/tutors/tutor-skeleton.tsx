import { tutors } from '../../i18n/ar/tutors.ts'
import { useMessages } from '../../i18n/messages.ts'
import { Card } from '../../ui/card.tsx'
import { Loading, Skeleton, SkeletonText } from '../../ui/skeleton.tsx'

export function TutorSkeleton() {
  const t = useMessages(tutors)
  return (
    <Loading text={t('profile.loading')} className="flex flex-col gap-6">
      <Skeleton className="my-3 h-5 w-40" />
      <Card padding="lg" className="flex flex-col gap-6">
        <div className="flex flex-col gap-5 sm:flex-row sm:gap-7">
          <Skeleton className="h-56 w-full rounded-card sm:size-44" />
          <div className="flex grow flex-col gap-3">
            <Skeleton className="h-8 w-48" />
            <Skeleton className="h-5 w-full max-w-sm" />
            <Skeleton className="h-5 w-32" />
            <Skeleton className="mt-3 h-13 rounded-control sm:w-36" />
          </div>
        </div>
        <Skeleton className="h-16" />
      </Card>
      <Card padding="lg">
        <SkeletonText lines={5} />
      </Card>
    </Loading>
  )
}
