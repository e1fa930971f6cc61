import { Skeleton } from '../../ui/skeleton.tsx'

/** A card of the same size as a real one, so that nothing moves when it arrives. */
export function TutorCardSkeleton() {
  return (
    <div className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4">
      <div className="flex gap-4">
        <Skeleton className="h-32 w-26 rounded-control" />
        <div className="flex grow flex-col gap-2.5 pt-1">
          <Skeleton className="h-5 w-3/5" />
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="h-4 w-1/3" />
          <Skeleton className="h-4 w-full" />
        </div>
      </div>
      <Skeleton className="h-5 w-4/5" />
      <div className="flex gap-1.5">
        <Skeleton className="h-7 w-16 rounded-full" />
        <Skeleton className="h-7 w-20 rounded-full" />
        <Skeleton className="h-7 w-14 rounded-full" />
      </div>
      <div className="grid grid-cols-3 gap-2">
        <Skeleton className="h-14 rounded-control" />
        <Skeleton className="h-14 rounded-control" />
        <Skeleton className="h-14 rounded-control" />
      </div>
    </div>
  )
}
