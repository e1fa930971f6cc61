import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'

const BookingIntent = lazy(async () => ({
  default: (await import('../../tutors/shared/booking-intent.tsx')).BookingIntent,
}))

/** The lesson that was chosen before signing in, if the address leads to one. Its code comes only then. */
export function KeptIntent({ className }: { className?: string }) {
  const { redirect } = useSearch({ strict: false })
  if (!redirect?.includes('book=true')) return null
  return (
    <div className={className}>
      <Suspense fallback={<div className="min-h-24" />}>
        <BookingIntent />
      </Suspense>
    </div>
  )
}
