import { useId, useRef, useState } from 'react'
import type { TutorRating } from '#contract/ratings'
import { MAX_RATING_TEXT, whyNotRatingText } from '#domain/ratings/rating'
import { rating } from '../../../i18n/ar/rating.ts'
import { useMessages } from '../../../i18n/messages.ts'
import { codeText, errorText } from '../../../platform/error-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { RatingInput } from '../../../ui/rating-input.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { useOwnRating } from './own-rating.ts'
import { useRatingWords } from './rating-words.ts'

export type RatedTutor = { id: number; name: string | null }

type RateTutorProps = {
  tutor: RatedTutor
  /** What was said before; it is changed then. */
  own: TutorRating | null
  onDone: () => void
  /** Where rating can be put off, the button for it. */
  onLater?: () => void
  onDelete?: () => void
}

/** Stars, and words for who has some: in the dialog, and at the end of a lesson. */
export function RateTutor({ tutor, own, onDone, onLater, onDelete }: RateTutorProps) {
  const t = useMessages(rating)
  const words = useRatingWords()
  const problemId = useId()
  const { value, setValue, text, setText, problems, error, isPending, submit } = useTyped(tutor.id, own, onDone)
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <div aria-describedby={problems.value ? problemId : undefined}>
        <RatingInput label={t('stars')} labels={words} value={value} onChange={setValue} />
        <p id={problemId} role="alert" className="text-center text-danger-ink text-sm">
          {problems.value && t('starsMissing')}
        </p>
      </div>
      <Field label={t('feedback')} hint={t('feedbackHint')} optional error={problems.text && codeText(problems.text)}>
        <Textarea max={MAX_RATING_TEXT} value={text} onChange={(event) => setText(event.target.value)} />
      </Field>
      <p role="alert" className="text-danger-ink empty:hidden">
        {error !== null && `${t('failed')}: ${errorText(error)}`}
      </p>
      <div className="flex flex-wrap gap-3 *:grow">
        <Button type="submit" loading={isPending}>
          {t(own ? 'save' : 'send')}
        </Button>
        {onLater && (
          <Button variant="ghost" disabled={isPending} onClick={onLater}>
            {t('later')}
          </Button>
        )}
        {own && onDelete && (
          <Button variant="danger-ghost" disabled={isPending} onClick={onDelete}>
            {t('delete')}
          </Button>
        )}
      </div>
    </form>
  )
}

/** What is typed; its mistakes are told once it was sent, and then with every letter. */
function useTyped(tutorId: number, own: TutorRating | null, onDone: () => void) {
  const [value, setValue] = useState<number | null>(own?.value ?? null)
  const [text, setText] = useState(own?.feedback ?? '')
  const [wasSent, setWasSent] = useState(false)
  const idempotencyKey = useRef(crypto.randomUUID())
  const { saving } = useOwnRating(tutorId, own)
  const feedback = text.trim() === '' ? null : text.trim()
  const wrongText = feedback === null ? null : whyNotRatingText(feedback)
  const submit = (event: { preventDefault: () => void }) => {
    event.preventDefault()
    setWasSent(true)
    if (value === null || wrongText) return
    saving.mutate({ said: { value, feedback }, idempotencyKey: idempotencyKey.current }, { onSuccess: onDone })
  }
  const change =
    <T,>(set: (next: T) => void) =>
    (next: T) => {
      // Something else is said from here on: another request, not the same one again.
      idempotencyKey.current = crypto.randomUUID()
      set(next)
    }
  return {
    value,
    text,
    submit,
    setValue: change<number>(setValue),
    setText: change(setText),
    problems: { value: wasSent && value === null, text: wasSent ? wrongText : null },
    error: saving.error,
    isPending: saving.isPending,
  }
}
