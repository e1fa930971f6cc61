import { clsx } from 'clsx'
import { Search } from 'lucide-react'
import { useState } from 'react'
import type { Topic } from '#contract/topics'
import { MAX_TOPICS_OF_USER } from '#domain/topics/topic'
import { language } from '#messages/language'
import { profile } from '#messages/profile'
import { useMessages } from '../../../messages/messages.ts'
import { ToggleChip } from '../../../ui/chip.tsx'
import { countTo } from '../../../ui/count-to.ts'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { QueryView } from '../../../ui/query-view.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import type { useTopicChoice } from './use-topic-choice.ts'

/** With fewer topics there is no search. */
const SEARCH_FROM = 16
/** Widths of the placeholders, varied like the names of topics. */
const WIDTHS = ['w-28', 'w-36', 'w-24', 'w-32']

/** All topics as toggle chips. */
export function TopicChoice({ choice }: { choice: ReturnType<typeof useTopicChoice> }) {
  const t = useMessages(profile)
  const loading = (
    <Loading text={t('topics.loading')} className="flex flex-wrap gap-2.5">
      <Skeleton className="h-12 w-full" />
      {countTo(SEARCH_FROM + 4).map((place) => (
        <Skeleton key={place} className={clsx('h-9 rounded-full', WIDTHS[place % WIDTHS.length])} />
      ))}
    </Loading>
  )
  return (
    <QueryView
      query={choice.query}
      loading={loading}
      empty={([all]) => all.length === 0 && <p className="text-muted">{t('topics.none')}</p>}
    >
      {([all]) => <Topics all={all} choice={choice} />}
    </QueryView>
  )
}

type TopicsProps = { all: readonly Topic[]; choice: ReturnType<typeof useTopicChoice> }

function Topics({ all, choice }: TopicsProps) {
  const t = useMessages(profile)
  const [word, setWord] = useState('')
  const searched = word.trim().toLowerCase()
  const shown = all.filter(({ name }) => `${name.ar} ${name.en}`.toLowerCase().includes(searched))
  return (
    <div className="flex flex-col gap-4">
      {all.length >= SEARCH_FROM && (
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
