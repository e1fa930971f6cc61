import { clsx } from 'clsx'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { MAX_TOPICS_OF_USER } from '#domain/topics/topic'
import { language } from '#messages/language'
import { profile } from '#messages/profile'
import { useMessages } from '../../../messages/messages.ts'
import { ToggleChip } from '../../../ui/chip.tsx'
import { countTo } from '../../../ui/count-to.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import type { useTopicChoice } from './use-topic-choice.ts'

/** With fewer topics there is no search. */
const SEARCH_FROM = 16
/** Widths of the placeholders, varied like the names of topics. */
const WIDTHS = ['w-28', 'w-36', 'w-24', 'w-32']

/** All topics as toggle chips. */
export function TopicChoice({ choice }: { choice: ReturnType<typeof useTopicChoice> }) {
  const t = useMessages(profile)
  const [word, setWord] = useState('')
  const { all, own } = choice
  if ((all.isError && !all.data) || (own.isError && !own.data))
    return <ErrorState onRetry={() => void Promise.all([all.refetch(), own.refetch()])} retrying={all.isFetching} />
  if (!all.data || !own.data)
    return (
      <Loading text={t('topics.loading')} className="flex flex-wrap gap-2.5">
        <Skeleton className="h-12 w-full" />
        {countTo(SEARCH_FROM + 4).map((place) => (
          <Skeleton key={place} className={clsx('h-9 rounded-full', WIDTHS[place % WIDTHS.length])} />
        ))}
      </Loading>
    )
  if (all.data.length === 0) return <p className="text-muted">{t('topics.none')}</p>
  const searched = word.trim().toLowerCase()
  const shown = all.data.filter(({ name }) => `${name.ar} ${name.en}`.toLowerCase().includes(searched))
  return (
    <div className="flex flex-col gap-4">
      {all.data.length >= SEARCH_FROM && (
        <Field label={t('topics.search')} hideLabel>
          <Input
            type="search"
            icon={Search}
            value={word}
            placeholder={t('topics.search')}
            onChange={(event) => setWord(event.target.value)}
          />
        </Field>
      )}
      <ul aria-label={t('topics.label')} className="flex flex-wrap gap-2.5">
        {shown.map(({ id, name }) => (
          <li key={id}>
            <ToggleChip
              pressed={choice.isChosen(id)}
              disabled={choice.isFull && !choice.isChosen(id)}
              onChange={() => choice.toggle(id)}
            >
              {name[language.code]}
            </ToggleChip>
          </li>
        ))}
      </ul>
      {shown.length === 0 && <p className="text-muted">{t('topics.notFound', { word })}</p>}
      <p role="status" className="text-muted text-sm">
        {t('topics.count', { count: choice.count })} {choice.isFull && t('topics.full', { max: MAX_TOPICS_OF_USER })}
      </p>
    </div>
  )
}
