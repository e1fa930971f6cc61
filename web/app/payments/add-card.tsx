import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CreditCard } from 'lucide-react'
import { useState } from 'react'
import { cardUrl } from '#contract/calls/fawry'
import { checkout } from '#messages/checkout'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { keys } from '../../platform/query-keys.ts'
import { Button } from '../../ui/button.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { toast } from '../../ui/toasts.ts'
import { cardsAt, cardsQuery } from './cards.ts'
import { FrameDialog, FramedPage } from './frame-dialog.tsx'
import type { FrameMessage } from './frame-message.ts'

/** Adds a card on the gateway's page, which stores it; the new card is then selected. */
export function AddCard({
  userId,
  isFirst,
  onAdded,
}: {
  userId: number
  isFirst: boolean
  onAdded: (token: string) => void
}) {
  const t = useMessages(checkout)
  const queryClient = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const onMessage = async ({ isOk }: FrameMessage) => {
    setOpen(false)
    if (!isOk) {
      toast.error(t('card.notAdded'), { id: 'card', description: t('card.notAddedText') })
      return
    }
    toast.success(t('card.added'), { id: 'card' })
    const all = await queryClient.fetchQuery({ ...cardsQuery(userId), staleTime: 0 })
    const newest = cardsAt('fawry', all).sort((one, other) => other.creationDate - one.creationDate)[0]
    if (newest) onAdded(newest.token)
  }
  return (
    <>
      <Button
        variant={isFirst ? 'primary' : 'ghost'}
        size={isFirst ? 'lg' : 'md'}
        wide={isFirst}
        icon={CreditCard}
        onClick={() => setOpen(true)}
      >
        {t(isFirst ? 'card.add' : 'card.addOther')}
      </Button>
      {isOpen && <CardPage onMessage={(message) => void onMessage(message)} onClose={() => setOpen(false)} />}
    </>
  )
}

function CardPage({ onMessage, onClose }: { onMessage: (message: FrameMessage) => void; onClose: () => void }) {
  const t = useMessages(checkout)
  const page = useQuery({
    queryKey: [...keys.orders, 'card-url'],
    queryFn: ({ signal }) => request(cardUrl, {}, { signal }),
  })
  return (
    <FrameDialog title={t('card.addTitle')} text={t('card.addText')} onMessage={onMessage} onClose={onClose}>
      <QueryView query={page} loading={<Spinner />}>
        {({ url }) => <FramedPage title={t('card.addTitle')} url={url} />}
      </QueryView>
    </FrameDialog>
  )
}
