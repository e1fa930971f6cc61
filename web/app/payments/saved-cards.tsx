import { useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { deleteCard } from '#contract/calls/fawry'
import type { SavedCard } from '#contract/fawry'
import { checkout } from '#messages/checkout'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { announce } from '../../ui/announce.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { FieldGroup } from '../../ui/field.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { AddCard } from './add-card.tsx'
import { cardsQuery } from './cards.ts'

type SavedCardsProps = {
  cards: readonly SavedCard[]
  userId: number
  chosen: string
  onChoose: (token: string) => void
  error: string | undefined
}

/** The gateway writes "Visa Card" for a Visa. */
export const brandOf = ({ brand }: Pick<SavedCard, 'brand'>): string => brand.replace(/ card$/i, '')

export function SavedCards({ cards, userId, chosen, onChoose, error }: SavedCardsProps) {
  const t = useMessages(checkout)
  const [isRemoving, setRemoving] = useState(false)
  const chosenCard = cards.find(({ token }) => token === chosen)
  const options = cards.map((card) => ({
    value: card.token,
    label: t('card.ending', { brand: brandOf(card), digits: card.lastFourDigits }),
    ...(card.cardHolderName ? { hint: <bdi translate="no">{card.cardHolderName}</bdi> } : {}),
  }))
  return (
    <FieldGroup label={t('card.title')} error={error}>
      <RadioGroup options={options} value={chosen} onChange={onChoose} />
      <div className="mt-1 flex flex-wrap justify-between gap-2">
        <AddCard userId={userId} isFirst={false} onAdded={onChoose} />
        {chosenCard && (
          <Button variant="danger-ghost" icon={Trash2} onClick={() => setRemoving(true)}>
            {t('card.remove', { digits: chosenCard.lastFourDigits })}
          </Button>
        )}
      </div>
      {isRemoving && chosenCard && (
        <RemoveCard card={chosenCard} userId={userId} onGone={() => onChoose('')} onClose={() => setRemoving(false)} />
      )}
    </FieldGroup>
  )
}

type RemoveCardProps = { card: SavedCard; userId: number; onGone: () => void; onClose: () => void }

export function RemoveCard({ card, userId, onGone, onClose }: RemoveCardProps) {
  const t = useMessages(checkout)
  const queryClient = useQueryClient()
  const remove = async () => {
    const removal = request(deleteCard, { body: { cardToken: card.token, userId, gateway: card.gateway } })
    await announce(removal, { done: t('card.removed'), failed: t('card.removeFailed') })
      .then(onGone)
      .finally(() => queryClient.invalidateQueries({ queryKey: cardsQuery(userId).queryKey }))
  }
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      tone="danger"
      title={t('card.removeTitle', { digits: card.lastFourDigits })}
      description={t(card.gateway === 'fawry' ? 'card.removeText' : 'card.removeOnPageText')}
      confirmLabel={t('card.removeConfirm')}
      cancelLabel={t('card.removeKeep')}
      onConfirm={remove}
    />
  )
}
