import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { addFavouriteTutor, listFavouriteTutors, removeFavouriteTutor } from '#contract/calls/favourite-tutors'
import { favourites } from '#messages/favourites'
import { messagesOf } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { keys } from '../../platform/query-keys.ts'
import { toast } from '../../ui/toasts.ts'

/** The student's favourite tutors by their ids. */
export const favouritesQuery = queryOptions({
  queryKey: [...keys.tutors, 'favourites'],
  queryFn: ({ signal }) => request(listFavouriteTutors, {}, { signal }),
})

/** Whether a tutor is a favourite, and a toggle that is shown immediately and reverted if the server did not save it. */
export function useFavourite(tutorId: number) {
  const queryClient = useQueryClient()
  const { queryKey } = favouritesQuery
  const { data } = useQuery(favouritesQuery)
  const isKept = data?.ids.includes(tutorId) ?? false
  const change = useMutation({
    mutationFn: (keep: boolean) =>
      request(keep ? addFavouriteTutor : removeFavouriteTutor, { params: { id: tutorId } }),
    onMutate: async (keep: boolean) => {
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData(queryKey, (known) => {
        const others = known?.ids.filter((id) => id !== tutorId) ?? []
        return { ids: keep ? [tutorId, ...others] : others }
      })
    },
    onError: () => toast.error(messagesOf(favourites)('keepFailed'), { id: 'favourite' }),
    // The list counts favourites too.
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.tutors }),
  })
  return { isKept, isKnown: data !== undefined, toggle: () => change.mutate(!isKept) }
}
