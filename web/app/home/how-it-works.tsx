import { CalendarClock, MessagesSquare, UserRoundSearch } from 'lucide-react'
import { dashboards } from '#messages/dashboards'
import { useMessages } from '../../messages/messages.ts'
import { Card, SectionHeading } from '../../ui/card.tsx'

const TIPS = [
  { key: 'choose', icon: UserRoundSearch },
  { key: 'short', icon: CalendarClock },
  { key: 'speak', icon: MessagesSquare },
] as const

export function HowItWorks() {
  const t = useMessages(dashboards)
  return (
    <section>
      <SectionHeading title={t('how.title')} />
      <ul className="grid gap-3 sm:grid-cols-3">
        {TIPS.map(({ key, icon: Glyph }) => (
          <li key={key}>
            <Card tone="sunken" padding="md" className="flex h-full gap-3 sm:flex-col">
              <Glyph aria-hidden className="size-7 shrink-0 text-brand-ink" strokeWidth={1.75} />
              <div>
                <h3 className="text-base">{t(`how.${key}`)}</h3>
                <p className="mt-0.5 text-muted text-sm">{t(`how.${key}Text`)}</p>
              </div>
            </Card>
          </li>
        ))}
      </ul>
    </section>
  )
}
