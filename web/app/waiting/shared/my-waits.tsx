import { useQuery } from '@tanstack/react-query'
import { Hourglass, X } from 'lucide-react'
import type { Wait } from '#contract/waiting'
import { fromIso, type Instant } from '#domain/cairo'
import { waiting } from '#messages/waiting'
import { useMessages } from '../../../messages/messages.ts'
import { shownName } from '../../../messages/shown-name.ts'
import { useNow } from '../../../platform/clock.ts'
import { useMe } from '../../../platform/current-user.ts'
import { useFormat } from '../../../platform/format.ts'
import { Card } from '../../../ui/card.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { QueryView } from '../../../ui/query-view.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { TutorLink } from '../../tutors/shared/tutor-link.tsx'
import { OfferBanner } from '../offer-banner.tsx'
import { useWait, waitsQuery } from '../waits.ts'

/** In the settings: the tutors for whom the student waits, each of which can be left. */
export function MyWaits() {
  const t = useMessages(waiting)
  const me = useMe()
  const now = useNow(60_000)
  const query = useQuery(waitsQuery(me.id))
  return (
    <Card className="flex flex-col gap-3">
      <h2 className="flex items-center gap-2 text-lg">
        <Hourglass aria-hidden className="size-5 text-brand-ink" />
        {t('mine.title')}
      </h2>
      <p className="text-muted text-sm">{t('mine.text')}</p>
      <QueryView
        query={query}
        loading={<Skeleton className="h-14" />}
        empty={({ list }) => list.length === 0 && <p className="text-muted">{t('mine.empty')}</p>}
      >
        {({ list }) => (
          <ul className="flex flex-col gap-3">
            {list.map((wait) => (
              <OneWait key={wait.tutor.id} wait={wait} now={now} />
            ))}
          </ul>
        )}
      </QueryView>
    </Card>
  )
}

function OneWait({ wait, now }: { wait: Wait; now: Instant }) {
  const t = useMessages(waiting)
  const format = useFormat()
  const { mutate, isPending } = useWait(wait.tutor.id)
  const name = shownName(wait.tutor) ?? ''
  return (
    <li className="flex flex-col gap-2">
      <div className="flex items-center gap-3">
        <div className="min-w-0 grow">
          <TutorLink id={wait.tutor.id} name={name} />
          <p className="text-muted text-sm">
            {format.capital(format.nearMoment(fromIso(wait.createdAt), now))}
            {wait.isEvening && ` · ${t('mine.evening')}`}
          </p>
        </div>
        <IconButton icon={X} label={t('leaveOf', { name })} disabled={isPending} onClick={() => mutate(null)} />
      </div>
      <OfferBanner wait={wait} now={now} />
    </li>
  )
}
