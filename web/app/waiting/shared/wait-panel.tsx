import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { TutorCard } from '#contract/tutor-card'
import { fromIso } from '#domain/cairo'
import { waiting } from '#messages/waiting'
import { useMessages } from '../../../messages/messages.ts'
import { shownName } from '../../../messages/shown-name.ts'
import { useNow } from '../../../platform/clock.ts'
import { useMe } from '../../../platform/current-user.ts'
import { useFormat } from '../../../platform/format.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { OfferBanner } from '../offer-banner.tsx'
import { useWait, waitsQuery } from '../waits.ts'

/** On a tutor's page, for who finds no time there: joining the waiting list, or leaving it, and what is offered. */
export function WaitPanel({ tutor }: { tutor: TutorCard }) {
  const t = useMessages(waiting)
  const format = useFormat()
  const me = useMe()
  const now = useNow(20_000)
  const { data } = useQuery(waitsQuery(me.id))
  const { mutate, isPending } = useWait(tutor.id)
  const [isEvening, setIsEvening] = useState(false)
  if (!data) return null
  const own = data.list.find((wait) => wait.tutor.id === tutor.id)
  if (own)
    return (
      <section className="flex flex-col items-start gap-2 border-line border-t pt-4">
        <OfferBanner wait={own} now={now} />
        <p className="text-sm">
          {t(own.isEvening ? 'waitsEvening' : 'waits', {
            name: shownName(tutor) ?? '',
            since: format.nearMoment(fromIso(own.createdAt), now),
          })}
        </p>
        <Button variant="ghost" size="sm" loading={isPending} onClick={() => mutate(null)}>
          {t('leave')}
        </Button>
      </section>
    )
  return (
    <section className="flex flex-col gap-1 border-line border-t pt-4">
      <h3 className="text-base">{t('title')}</h3>
      <p className="text-muted text-sm">{t('text')}</p>
      <Checkbox
        label={t('evening')}
        checked={isEvening}
        onChange={({ target }) => setIsEvening(target.checked)}
        className="text-sm"
      />
      <Button variant="secondary" size="sm" loading={isPending} onClick={() => mutate({ isEvening })}>
        {t('join')}
      </Button>
    </section>
  )
}
