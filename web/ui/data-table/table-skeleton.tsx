import { countTo } from '../count-to.ts'
import { Loading, Skeleton } from '../skeleton.tsx'

/** Rows that are being loaded. */
export function TableSkeleton({ text }: { text: string }) {
  return (
    <Loading text={text} className="overflow-hidden rounded-card border border-line bg-surface">
      <div className="h-12 border-line border-b bg-sunken" />
      {countTo(8).map((row) => (
        <div key={row} className="flex items-center gap-6 border-line border-b px-4 py-4.5">
          <Skeleton className="h-4 w-1/4" />
          <Skeleton className="h-4 w-1/6" />
          <Skeleton className="h-4 w-1/5 max-md:hidden" />
          <Skeleton className="h-4 w-1/6 max-md:hidden" />
        </div>
      ))}
    </Loading>
  )
}
