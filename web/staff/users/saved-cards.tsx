import { useQuery } from '@tanstack/react-query'
import { CreditCard, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { deleteCard, listCards } from '#contract/calls/fawry'
import type { SavedCard } from '#contract/fawry'
import { mayActOn } from '#domain/users/editing'
import { staffPerson } from '#messages/staff-person'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { useMe } from '../../platform/current-user.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { ReasonDialog } from '../table/shared/reason-dialog.tsx'
import { PersonSection } from './person-section.tsx'
import type { TabProps } from './queries.ts'
import { personKey } from './shared/person-query.ts'
import { useChangePerson } from './use-change-person.ts'

/** The cards that the gateways keep for a student; staff remove one for a student who asks (docs/rules/staff.md 10.8). */
export function SavedCards({ person }: TabProps) {
  const t = useMessages(staffPerson)
  const mayRemove = mayActOn(useMe(), person)
  const [removed, setRemoved] = useState<SavedCard | null>(null)
  const changePerson = useChangePerson(person.id)
  const query = useQuery({
    queryKey: [...personKey(person.id), 'cards'],
    queryFn: ({ signal }) => request(listCards, { query: { userId: person.id } }, { signal }),
  })
  const remove = ({ token, gateway }: SavedCard, reason: string) =>
    changePerson(request(deleteCard, { body: { cardToken: token, userId: person.id, gateway } }, { reason }), {
      done: t('cards.removed'),
      failed: t('cards.failed'),
    })
  return (
    <>
      <PersonSection
        title={t('cards.title')}
        text={t('cards.text')}
        query={query}
        loading={t('loading')}
        empty={({ cards }) => cards.length === 0 && t('cards.empty')}
      >
        {({ cards }) => (
          <ul className="flex flex-col gap-2">
            {cards.map((card) => (
              <li key={card.token} className="flex items-center gap-3">
                <CreditCard aria-hidden className="size-5 shrink-0 text-muted" />
                <span className="min-w-0 flex-1">
                  {t('cards.line', {
                    brand: card.brand,
                    digits: card.lastFourDigits,
                    gateway: t(`cards.${card.gateway}`),
                  })}
                </span>
                {mayRemove && (
                  <IconButton
                    icon={Trash2}
                    label={t('cards.remove', { digits: card.lastFourDigits })}
                    onClick={() => setRemoved(card)}
                  />
                )}
              </li>
            ))}
          </ul>
        )}
      </PersonSection>
      {removed && (
        <ReasonDialog
          icon={Trash2}
          title={t('cards.removeTitle', { digits: removed.lastFourDigits })}
          description={t('cards.removeText')}
          confirmLabel={t('cards.removeConfirm')}
          onConfirm={(reason) => remove(removed, reason)}
          onClose={() => setRemoved(null)}
        />
      )}
    </>
  )
}
