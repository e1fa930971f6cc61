import { useQuery, useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { getCardRenewal, switchOffCardRenewal, switchOnCardRenewal } from '#contract/calls/card-renewals'
import type { CardRenewal as Answer } from '#contract/card-renewals'
import type { SavedCard } from '#contract/fawry'
import { fromIso } from '#domain/cairo'
import { cardRenewal } from '#messages/card-renewal'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { useMe } from '../../platform/current-user.ts'
import { useFormat } from '../../platform/format.ts'
import { keys } from '../../platform/query-keys.ts'
import { usePlanWords } from '../../shared/plans/plan-words.ts'
import { announce } from '../../ui/announce.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { FieldGroup } from '../../ui/field.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AddCard } from './add-card.tsx'
import { cardsAt, cardsQuery } from './cards.ts'
import { brandOf } from './saved-cards.tsx'

type Next = NonNullable<Answer['next']>

/**
 * Whether the next period is charged to a saved card: when and which sum, or the offer of it (docs/rules/minutes.md 11.1, 11.8).
 * Nothing where it can neither be switched on nor off.
 */
export function CardRenewal() {
  const me = useMe()
  const { data } = useQuery({
    queryKey: [...keys.subscription, me.id, 'card-renewal'],
    queryFn: ({ signal }) => request(getCardRenewal, { params: { id: me.id } }, { signal }),
  })
  if (data?.renewal) return <Running renewal={data.renewal} next={data.next} />
  return data?.isOpen && data.next ? <Offer next={data.next} userId={me.id} /> : null
}

/** Sends a change, and has the screens read again what it changes. */
function useChange(words: { done: 'started' | 'stopped' }) {
  const t = useMessages(cardRenewal)
  const queryClient = useQueryClient()
  return (change: Promise<unknown>) =>
    announce(change, { id: 'card-renewal', done: t(words.done), failed: t('unchanged') }).finally(() =>
      queryClient.invalidateQueries({ queryKey: keys.subscription }),
    )
}

/** Which plan, sum, card and days it is about. */
function useLine() {
  const t = useMessages(cardRenewal)
  const format = useFormat()
  const plan = usePlanWords()
  return (
    { weeklyMinutes, period, amount, chargeAt, begins }: Next,
    card: Pick<SavedCard, 'brand' | 'lastFourDigits'>,
  ) =>
    t('line', {
      name: plan.name(weeklyMinutes),
      period: plan.period(period),
      amount: format.money(amount),
      brand: brandOf(card),
      digits: card.lastFourDigits,
      charge: format.moment(fromIso(chargeAt)),
      begins: format.fullDay(fromIso(begins)),
    })
}

function Running({ renewal, next }: { renewal: NonNullable<Answer['renewal']>; next: Next | null }) {
  const t = useMessages(cardRenewal)
  const line = useLine()
  const change = useChange({ done: 'stopped' })
  const [isStopping, setStopping] = useState(false)
  const stop = async () => {
    setStopping(true)
    await change(request(switchOffCardRenewal, {})).catch(() => setStopping(false))
  }
  return (
    <Card padding="lg" className="flex flex-col gap-3">
      <Title text={t('on')} />
      <p>{next ? line(next, { brand: renewal.cardBrand, lastFourDigits: renewal.cardDigits }) : t('none')}</p>
      {renewal.failed > 0 && <p className="font-semibold text-danger-ink">{t('failed', { count: renewal.failed })}</p>}
      <div>
        <Button variant="danger-ghost" loading={isStopping} onClick={() => void stop()}>
          {t('stop')}
        </Button>
      </div>
    </Card>
  )
}

function Title({ text }: { text: string }) {
  return (
    <h2 className="flex items-center gap-2 text-lg">
      <RefreshCw aria-hidden className="size-5 text-brand-ink" />
      {text}
    </h2>
  )
}

function Offer({ next, userId }: { next: Next; userId: number }) {
  const t = useMessages(cardRenewal)
  return (
    <Card padding="lg" className="flex flex-col gap-3">
      <Title text={t('title')} />
      <p className="text-muted">{t('text')}</p>
      <QueryView query={useQuery(cardsQuery(userId))} loading={<Skeleton className="h-14" />}>
        {(all) => <Choice next={next} userId={userId} cards={cardsAt('fawry', all)} />}
      </QueryView>
    </Card>
  )
}

function Choice({ next, userId, cards }: { next: Next; userId: number; cards: readonly SavedCard[] }) {
  const t = useMessages(cardRenewal)
  const line = useLine()
  const change = useChange({ done: 'started' })
  const [chosen, setChosen] = useState<string | null>(null)
  const [isAsking, setAsking] = useState(false)
  const card = cards.find(({ token }) => token === chosen) ?? cards[0]
  if (!card) return <AddCard userId={userId} isFirst onAdded={setChosen} />
  const options = cards.map((one) => ({
    value: one.token,
    label: t('cardOf', { brand: brandOf(one), digits: one.lastFourDigits }),
  }))
  return (
    <>
      <FieldGroup label={t('card')}>
        <RadioGroup options={options} value={card.token} onChange={setChosen} />
      </FieldGroup>
      <p>{line(next, card)}</p>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => setAsking(true)}>{t('start')}</Button>
        <AddCard userId={userId} isFirst={false} onAdded={setChosen} />
      </div>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={t('ask.title')}
        description={line(next, card)}
        confirmLabel={t('start')}
        cancelLabel={t('ask.keep')}
        onConfirm={() => change(request(switchOnCardRenewal, { body: { cardToken: card.token } }))}
      >
        <p className="text-muted">{t('ask.text')}</p>
      </ConfirmDialog>
    </>
  )
}
