import { Suspense } from 'react'
import { optionalPart } from '../../ui/lazy-part.tsx'
import { useKeepsLesson } from './finish-sign-in.ts'

const BookingIntent = optionalPart(async () => (await import('../tutors/booking-intent.tsx')).BookingIntent)

type StoredIntentProps = {
  /** The reader has an account, and the free minutes with it or not any more. */
  hasAccount?: boolean
  className?: string
}

/** The lesson that was chosen before signing in, if the address contains one. Its code is loaded only then. */
export function StoredIntent({ hasAccount = false, className }: StoredIntentProps) {
  if (!useKeepsLesson()) return null
  return (
    <div className={className}>
      <Suspense fallback={<div className="min-h-24" />}>
        <BookingIntent hasAccount={hasAccount} />
      </Suspense>
    </div>
  )
}
