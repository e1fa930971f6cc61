import { CalendarSync, type LucideIcon, RotateCcw, ShieldCheck, Undo2, UsersRound } from 'lucide-react'
import { plans } from '#messages/plans'
import { useMessages } from '../../messages/messages.ts'
import { Card } from '../../ui/card.tsx'

const FACTS: readonly { fact: keyof typeof plans.facts; icon: LucideIcon }[] = [
  { fact: 'tutors', icon: UsersRound },
  { fact: 'weekly', icon: CalendarSync },
  { fact: 'change', icon: RotateCcw },
  { fact: 'noRenewal', icon: ShieldCheck },
  { fact: 'refund', icon: Undo2 },
]

/** The features that all plans share. */
export function PlanFacts() {
  const t = useMessages(plans)
  return (
    <Card tone="sunken" padding="lg">
      <h2 className="mb-4 text-lg">{t('facts.title')}</h2>
      <ul className="grid gap-x-8 gap-y-3 md:grid-cols-2">
        {FACTS.map(({ fact, icon: Glyph }) => (
          <li key={fact} className="flex items-start gap-3">
            <Glyph aria-hidden className="mt-1 size-5 shrink-0 text-brand-ink" />
            {t(`facts.${fact}`)}
          </li>
        ))}
      </ul>
    </Card>
  )
}
