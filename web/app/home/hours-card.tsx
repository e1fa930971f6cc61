import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { changeSlots } from '#contract/calls/availability'
import { SlotPurpose } from '#domain/availability/purposes'
import { type Instant, type TimeRange, toIso } from '#domain/cairo'
import { suggestedHours } from '#domain/lessons/demand'
import { dashboards } from '#messages/dashboards'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { errorText } from '../../platform/error-text.ts'
import { useFormat } from '../../platform/format.ts'
import { keys } from '../../platform/query-keys.ts'
import { Button } from '../../ui/button.tsx'
import { Card, SectionHeading } from '../../ui/card.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { toast } from '../../ui/toasts.ts'
import { demandQuery } from '../availability/shared/demand-query.ts'

const SUGGESTED = 3

type HoursCardProps = { hours: { offered: number; booked: number }; slots: readonly TimeRange[]; now: Instant }

/** Hours offered against hours booked, and the hours in which students book that the tutor does not offer. */
export function HoursCard({ hours: { offered, booked }, slots, now }: HoursCardProps) {
  const t = useMessages(dashboards)
  const format = useFormat()
  const inWords = { booked: format.duration(booked), offered: format.duration(offered) }
  const none = offered > 0 ? t('hours.unbooked', inWords) : t('hours.none')
  return (
    <section>
      <SectionHeading
        title={t('hours.title')}
        action={
          <LinkButton to="/schedule-management" variant="ghost" size="sm">
            {t('hours.all')}
          </LinkButton>
        }
      />
      <Card padding="lg" className="flex flex-col gap-5">
        {booked > 0 ? (
          <ProgressBar value={booked} max={offered} label={t('hours.bar')} valueText={t('hours.booked', inWords)} />
        ) : (
          <p className="text-muted">{none}</p>
        )}
        <Suggestions slots={slots} now={now} />
      </Card>
    </section>
  )
}

/** Renders nothing while the demand is loading or if there are no bookings yet. */
function Suggestions({ slots, now }: Pick<HoursCardProps, 'slots' | 'now'>) {
  const t = useMessages(dashboards)
  const { data: demand } = useQuery(demandQuery)
  if (!demand || demand.length === 0) return null
  const hours = suggestedHours(demand, slots, now, SUGGESTED).sort((one, other) => one.start - other.start)
  if (hours.length === 0) return <p className="text-muted text-sm">{t('hours.covered')}</p>
  return (
    <div>
      <p className="mb-2 text-sm">{t('hours.demand')}</p>
      <ul className="flex flex-col gap-2">
        {hours.map((hour) => (
          <li key={hour.start}>
            <Suggestion hour={hour} now={now} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function useOpenHour(time: string) {
  const t = useMessages(dashboards)
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ start, end }: TimeRange) =>
      request(changeSlots, {
        body: { actions: [{ type: 'create', start: toIso(start), end: toIso(end), purpose: SlotPurpose.Lesson }] },
      }),
    onSuccess: () => toast.success(t('hours.opened', { time }), { description: t('hours.openedText') }),
    onError: (error) => toast.error(t('hours.failed'), { description: errorText(error), id: 'open-hour' }),
    onSettled: () =>
      Promise.all([keys.slots, keys.stats, keys.tutors].map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  })
}

function Suggestion({ hour, now }: { hour: TimeRange; now: Instant }) {
  const t = useMessages(dashboards)
  const format = useFormat()
  const time = format.capital(format.nearRange(hour.start, hour.end, now))
  const { mutate: open, isPending } = useOpenHour(time)
  return (
    <div className="flex items-center justify-between gap-3 rounded-control bg-sunken py-1.5 ps-4 pe-1.5">
      <span>{time}</span>
      <Button
        variant="secondary"
        size="sm"
        icon={Plus}
        loading={isPending}
        onClick={() => open(hour)}
        aria-label={t('hours.openTime', { time })}
      >
        {t('hours.open')}
      </Button>
    </div>
  )
}
