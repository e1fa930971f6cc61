import { useQuery } from '@tanstack/react-query'
import { CreditCard, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { SavedCard } from '#contract/fawry'
import { checkout } from '#messages/checkout'
import { useMessages } from '../../messages/messages.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { cardsAt, cardsQuery } from './cards.ts'
import { brandOf, RemoveCard } from './saved-cards.tsx'

/** The cards that were saved on the hosted page, which offers them there; nothing without one. */
export function HostedCards({ userId }: { userId: number }) {
  const t = useMessages(checkout)
  const { data } = useQuery(cardsQuery(userId))
  const [removed, setRemoved] = useState<SavedCard | null>(null)
  const cards = data ? cardsAt('paymob', data) : []
  if (cards.length === 0) return null
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-base">{t('card.onPage')}</h3>
      <p className="text-muted text-sm">{t('card.onPageText')}</p>
      <ul className="flex flex-col gap-2">
        {cards.map((card) => (
          <li key={card.token} className="flex items-center gap-3 rounded-control border border-line py-1 ps-4 pe-1">
            <CreditCard aria-hidden className="size-5 shrink-0 text-muted" />
            <span className="min-w-0 flex-1">
              {t('card.ending', { brand: brandOf(card), digits: card.lastFourDigits })}
            </span>
            <IconButton
              icon={Trash2}
              label={t('card.remove', { digits: card.lastFourDigits })}
              onClick={() => setRemoved(card)}
            />
          </li>
        ))}
      </ul>
      {removed && (
        <RemoveCard card={removed} userId={userId} onGone={() => undefined} onClose={() => setRemoved(null)} />
      )}
    </section>
  )
}
