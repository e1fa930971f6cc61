import type { LessonDuration } from '#domain/lessons/durations'
import { booking } from '#messages/booking'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { RadioButtons } from '../../ui/radio-buttons.tsx'
import type { DurationOffer } from './offer.ts'

type DurationChoiceProps = {
  offers: readonly DurationOffer[]
  offer: DurationOffer
  remainingMinutes: number
  onChange: (duration: LessonDuration) => void
}

/** Short or long; a duration without times shows the reason. */
export function DurationChoice({ offers, offer, remainingMinutes, onChange }: DurationChoiceProps) {
  const t = useMessages(booking)
  const format = useFormat()
  const whyNot = ({ isShort, open }: DurationOffer) =>
    isShort ? t('duration.short') : open.length === 0 ? t('duration.noFit') : null
  return (
    <section>
      <h3 className="mb-2 flex items-baseline justify-between gap-3 text-base">
        {t('duration.label')}
        <span className="font-normal text-muted text-sm">
          {t('duration.left', { remaining: format.duration(remainingMinutes) })}
        </span>
      </h3>
      <RadioButtons
        label={t('duration.label')}
        options={offers.map((one) => ({
          value: one.duration,
          key: one.duration,
          isDisabled: whyNot(one) !== null,
          content: (
            <>
              <span className="block font-semibold">{format.duration(one.duration)}</span>
              {whyNot(one) && <span className="block text-xs">{whyNot(one)}</span>}
            </>
          ),
        }))}
        value={offer.duration}
        onChange={onChange}
        className="grid grid-cols-2 gap-2"
        buttonClassName="min-h-12 px-3 py-1.5"
      />
    </section>
  )
}
