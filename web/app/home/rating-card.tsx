import { Minus, TrendingDown, TrendingUp } from 'lucide-react'
import type { Answer } from '#contract/client'
import type { tutorHome } from '#contract/tutors'
import { RATING_TREND_DAYS, ratingTrend } from '#domain/tutors/home'
import { dashboards } from '#messages/dashboards'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card, SectionHeading } from '../../ui/card.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { RatingStars } from '../../ui/rating-stars.tsx'

type Rating = Answer<typeof tutorHome>['rating']

const LOOKS = {
  up: { icon: TrendingUp, tone: 'success' },
  down: { icon: TrendingDown, tone: 'warning' },
  same: { icon: Minus, tone: 'neutral' },
} as const

/** The mean of a tutor's ratings, and how those of the last 90 days compare with it. */
export function RatingCard({ rating, tutorId }: { rating: Rating; tutorId: number }) {
  const t = useMessages(dashboards)
  const { average, count } = rating
  return (
    <section>
      <SectionHeading
        title={t('rating.title')}
        action={
          count > 0 && (
            <LinkButton to="/t/$id" params={{ id: String(tutorId) }} variant="ghost" size="sm">
              {t('rating.all')}
            </LinkButton>
          )
        }
      />
      <Card>
        {average === null ? (
          <p className="text-muted">{t('rating.none')}</p>
        ) : (
          <div className="flex flex-col gap-3">
            <RatingStars value={average} count={count} className="text-base" />
            <Trend rating={rating} />
          </div>
        )}
      </Card>
    </section>
  )
}

function Trend({ rating }: { rating: Rating }) {
  const t = useMessages(dashboards)
  const format = useFormat()
  const { average, count } = rating.recent
  const trend = ratingTrend(rating)
  const days = RATING_TREND_DAYS
  if (average === null || trend === null) return <p className="text-muted text-sm">{t('rating.quiet', { days })}</p>
  const { icon: Glyph, tone } = LOOKS[trend]
  const shown = format.number(average, { maximumFractionDigits: 1 })
  return (
    <p className="flex flex-wrap items-center gap-2 text-sm">
      {t('rating.recent', { days, average: shown, count })}
      <Badge tone={tone}>
        <Glyph aria-hidden className="size-4" />
        {t(`rating.${trend}`)}
      </Badge>
    </p>
  )
}
