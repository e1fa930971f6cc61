import { useId } from 'react'
import * as z from 'zod/mini'
import { createRating, type TutorRating } from '#contract/ratings'
import { MAX_RATING_TEXT } from '#domain/lessons/rating'
import { rating } from '#messages/rating'
import { useMessages } from '../../../messages/messages.ts'
import { useRatingWords } from '../../../shared/ratings/rating-words.ts'
import { Button } from '../../../ui/button.tsx'
import { Form, useForm } from '../../../ui/form.tsx'
import { TextareaField } from '../../../ui/form-fields.tsx'
import { RatingInput } from '../../../ui/rating-input.tsx'
import { useOwnRating } from './own-rating.ts'

const { value, feedback } = createRating.body.shape
const emptyAsNull = z.transform((text: string): string | null => text.trim() || null)
const schema = z.object({ value, feedback: z.pipe(emptyAsNull, feedback) })

export type RatedTutor = { id: number; name: string | null }

type RateTutorFormProps = {
  tutor: RatedTutor
  /** The student's existing rating, which is changed; null for a first one. */
  own: TutorRating | null
  onDone: () => void
  /** When given, a button to rate later. */
  onLater?: () => void
  onDelete?: () => void
}

/** Stars and an optional text: in the dialog, and at the end of a lesson. */
export function RateTutorForm({ tutor, own, onDone, onLater, onDelete }: RateTutorFormProps) {
  const t = useMessages(rating)
  const words = useRatingWords()
  const problemId = useId()
  const { saving } = useOwnRating(tutor.id, own)
  const form = useForm({
    schema,
    defaultValues: { value: own?.value, feedback: own?.feedback ?? '' },
    send: async (said) => {
      await saving.mutateAsync(said)
      onDone()
    },
  })
  const starsProblem = form.error('value', { invalid_type: t('starsMissing') })
  return (
    <Form form={form} className="flex flex-col gap-5">
      <div>
        <RatingInput
          label={t('stars')}
          labels={words}
          value={form.watch('value') ?? null}
          onChange={(stars) => form.set('value', stars)}
          problemId={starsProblem ? problemId : undefined}
        />
        <p id={problemId} role="alert" className="text-center text-danger-ink text-sm">
          {starsProblem}
        </p>
      </div>
      <TextareaField
        form={form}
        name="feedback"
        label={t('feedback')}
        hint={t('feedbackHint')}
        optional
        max={MAX_RATING_TEXT}
      />
      <p role="alert" className="text-danger-ink empty:hidden">
        {form.problem && `${t('failed')}: ${form.problem}`}
      </p>
      <div className="flex flex-wrap gap-3 *:grow">
        <Button type="submit" loading={form.isSending}>
          {t(own ? 'save' : 'send')}
        </Button>
        {onLater && (
          <Button variant="ghost" disabled={form.isSending} onClick={onLater}>
            {t('later')}
          </Button>
        )}
        {own && onDelete && (
          <Button variant="danger-ghost" disabled={form.isSending} onClick={onDelete}>
            {t('delete')}
          </Button>
        )}
      </div>
    </Form>
  )
}
