import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { listLessons } from '#contract/calls/lessons'
import { createRating, deleteRating, editRating, listRatingsOfTutor } from '#contract/calls/ratings'
import type { TutorRating } from '#contract/ratings'
import { fromIso } from '#domain/cairo'
import { rating } from '#messages/rating'
import { useMessages } from '../../../messages/messages.ts'
import { request } from '../../../platform/api.ts'
import { now } from '../../../platform/clock.ts'
import { errorText } from '../../../platform/error-text.ts'
import { useIdempotencyKey } from '../../../platform/idempotency-key.ts'
import { keys } from '../../../platform/query-keys.ts'
import { toast } from '../../../ui/toasts.ts'
import { lessonViews } from '../../lessons/shared/lesson-view.ts'

/** This student's rating of a tutor, null if there is none: the list begins with the reader's own rating. */
export const ownRatingQuery = (tutorId: number, readerId: number) =>
  queryOptions({
    queryKey: [...keys.tutors, 'own-rating', tutorId, readerId],
    queryFn: async ({ signal }): Promise<TutorRating | null> => {
      const query = { page: 1, size: 1 }
      const { list } = await request(listRatingsOfTutor, { params: { id: tutorId }, query }, { signal })
      return list.find(({ userId }) => userId === readerId) ?? null
    },
  })

const LATEST_LESSONS = 100

/** The tutors whom this student may rate, because a lesson with them has begun (docs/rules/tutors.md 5.3). */
export const taughtByQuery = (studentId: number) =>
  queryOptions({
    queryKey: [...keys.lessons, 'taught-by', studentId],
    queryFn: async ({ signal }): Promise<number[]> => {
      const query = { users: [studentId], canceled: false, size: LATEST_LESSONS }
      const { list } = await request(listLessons, { query }, { signal })
      const begun = list.filter(({ lesson }) => fromIso(lesson.start) < now())
      return lessonViews(begun, studentId).map(({ tutorId }) => tutorId)
    },
  })

type RatingContent = Pick<TutorRating, 'value' | 'feedback'>

/** Creates, changes or deletes a rating, and refetches tutors and reviews: the average has changed. */
export function useOwnRating(tutorId: number, own: TutorRating | null) {
  const t = useMessages(rating)
  const queryClient = useQueryClient()
  const { keyOf } = useIdempotencyKey()
  const refetchTutors = () => queryClient.invalidateQueries({ queryKey: keys.tutors })
  const saving = useMutation({
    mutationFn: async ({ value, feedback }: RatingContent): Promise<void> => {
      const idempotencyKey = keyOf({ value, feedback })
      if (own) await request(editRating, { params: { id: own.id }, body: { value, feedback } })
      else await request(createRating, { body: { rateeId: tutorId, value, feedback } }, { idempotencyKey })
    },
    onSuccess: () => toast.success(t(own ? 'saved' : 'sent'), { id: 'rating' }),
    onSettled: refetchTutors,
  })
  const deleting = useMutation({
    mutationFn: (id: number) => request(deleteRating, { params: { id } }),
    onSuccess: () => toast.success(t('deleted'), { id: 'rating' }),
    onError: (error) => toast.error(t('deleting.failed'), { description: errorText(error), id: 'rating' }),
    onSettled: refetchTutors,
  })
  return { saving, deleting }
}
