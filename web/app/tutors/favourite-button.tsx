import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Heart } from 'lucide-react'
import { addFavouriteTutor, listFavouriteTutors, removeFavouriteTutor } from '#contract/calls/favourite-tutors'
import { favourites } from '#messages/favourites'
import { messagesOf, useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { keys } from '../../platform/query-keys.ts'
import { toast } from '../../ui/toasts.ts'

/** The student's favourite tutors by their ids. */
const favouritesQuery = queryOptions({
  queryKey: [...keys.tutors, 'favourites'],
  queryFn: ({ signal }) => request(listFavouriteTutors, {}, { signal }),
})

/** Whether a tutor is a favourite, and a toggle that is shown immediately and reverted if the server did not save it. */
function useFavourite(tutorId: number) {
  const queryClient = useQueryClient()
  const { queryKey } = favouritesQuery
  const { data } = useQuery(favouritesQuery)
  const isFavourite = data?.ids.includes(tutorId) ?? false
  const change = useMutation({
    mutationFn: (add: boolean) => request(add ? addFavouriteTutor : removeFavouriteTutor, { params: { id: tutorId } }),
    onMutate: async (add: boolean) => {
      await queryClient.cancelQueries({ queryKey })
      const before = queryClient.getQueryData(queryKey)
      queryClient.setQueryData(queryKey, (known) => {
        const others = known?.ids.filter((id) => id !== tutorId) ?? []
        return { ids: add ? [tutorId, ...others] : others }
      })
      return { before }
    },
    onError: (_error, _add, known) => {
      // Without a network the list is not fetched again.
      queryClient.setQueryData(queryKey, known?.before)
      toast.error(messagesOf(favourites)('failed'), { id: 'favourite' })
    },
    // The list counts favourites too.
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.tutors }),
  })
  return { isFavourite, isKnown: data !== undefined, toggle: () => change.mutate(!isFavourite) }
}

type FavouriteButtonProps = { tutorId: number; name: string; className?: string }

/** A heart that puts a tutor among the student's favourites. For students alone. */
export function FavouriteButton({ tutorId, name, className }: FavouriteButtonProps) {
  const t = useMessages(favourites)
  const { isFavourite, isKnown, toggle } = useFavourite(tutorId)
  const label = t(isFavourite ? 'remove' : 'add', { name })
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      disabled={!isKnown}
      onClick={toggle}
      className={clsx(
        'touch inline-grid shrink-0 place-items-center rounded-full transition-colors hover:bg-sunken',
        isFavourite ? 'text-danger-ink' : 'text-muted',
        className,
      )}
    >
      <Heart aria-hidden className={clsx('size-5', isFavourite && 'fill-current')} />
    </button>
  )
}
