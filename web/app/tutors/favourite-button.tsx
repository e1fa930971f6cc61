import { clsx } from 'clsx'
import { Heart } from 'lucide-react'
import { favourites } from '#messages/favourites'
import { useMessages } from '../../messages/messages.ts'
import { useFavourite } from './favourites.ts'

type FavouriteButtonProps = { tutorId: number; name: string; className?: string }

/** A heart that keeps a tutor among the student's favourites. For students alone. */
export function FavouriteButton({ tutorId, name, className }: FavouriteButtonProps) {
  const t = useMessages(favourites)
  const { isKept, isKnown, toggle } = useFavourite(tutorId)
  const label = t(isKept ? 'kept' : 'keep', { name })
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      disabled={!isKnown}
      onClick={toggle}
      className={clsx(
        'touch inline-grid shrink-0 place-items-center rounded-full transition-colors hover:bg-sunken',
        isKept ? 'text-danger-ink' : 'text-muted',
        className,
      )}
    >
      <Heart aria-hidden className={clsx('size-5', isKept && 'fill-current')} />
    </button>
  )
}
