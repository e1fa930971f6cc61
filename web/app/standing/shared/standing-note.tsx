import { useQuery } from '@tanstack/react-query'
import { CalendarSync } from 'lucide-react'
import { fromIso } from '#domain/cairo'
import { isStudent } from '#domain/roles'
import { standing } from '#messages/standing'
import { useMessages } from '../../../messages/messages.ts'
import { shownName } from '../../../messages/shown-name.ts'
import { useNow } from '../../../platform/clock.ts'
import { useMe } from '../../../platform/current-user.ts'
import { useFormat } from '../../../platform/format.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Card } from '../../../ui/card.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { standingQuery } from '../standing-times.ts'
import { useWeeklyText } from '../use-weekly-text.ts'

/** On the homes: a tutor's requests that wait for an answer, and the standing times with their next date; nothing without any. */
export function StandingNote() {
  const t = useMessages(standing)
  const format = useFormat()
  const weeklyText = useWeeklyText()
  const me = useMe()
  const now = useNow(60_000)
  const { data } = useQuery(standingQuery(me.id))
  if (!data) return null
  const isTutor = !isStudent(me.role)
  const asked = isTutor ? data.list.filter(({ state }) => state === 'asked') : []
  const kept = data.list.flatMap((one) => {
    const next = one.weeks.find(({ state }) => state !== 'off')
    const name = shownName(isTutor ? one.student : one.tutor) ?? ''
    return next ? [{ id: one.id, next: fromIso(next.start), name, time: weeklyText(one) }] : []
  })
  return (
    <>
      {asked.length > 0 && (
        <Banner
          tone="info"
          title={t('home.requests', { count: asked.length })}
          action={<LinkButton to="/standing-times">{t('home.see')}</LinkButton>}
        />
      )}
      {kept.length > 0 && (
        <Card className="flex flex-col gap-2">
          <h2 className="flex items-center gap-2 text-lg">
            <CalendarSync aria-hidden className="size-5 text-brand-ink" />
            {t('home.mine')}
          </h2>
          <ul className="flex flex-col gap-1">
            {kept.map(({ id, name, time, next }) => (
              <li key={id}>{t('home.next', { time, name, when: format.nearMoment(next, now) })}</li>
            ))}
          </ul>
          <LinkButton to="/standing-times" variant="ghost" size="sm" className="self-start">
            {t('ask.all')}
          </LinkButton>
        </Card>
      )}
    </>
  )
}
