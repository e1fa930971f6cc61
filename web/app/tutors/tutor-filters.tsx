import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { TutorFacets } from '#contract/tutors'
import { RATING_FLOORS, WHENS } from '#domain/tutors/options'
import { language } from '#messages/language'
import { tutorFilters } from '#messages/tutor-filters'
import { useMessages } from '../../messages/messages.ts'
import { useFormat } from '../../platform/format.ts'
import { ToggleChip } from '../../ui/chip.tsx'
import type { TutorsAddress } from './list-search-params.ts'
import { LIST_SORTS, type ListSort } from './search-params.ts'

type Choose = (changes: Partial<TutorsAddress>) => void
type TutorFiltersProps = {
  address: TutorsAddress
  facets: TutorFacets
  isForStudent: boolean
  onChoose: Choose
}

/** The options of the list, each with how many tutors it leads to. */
export function TutorFilters({ address, facets, isForStudent, onChoose }: TutorFiltersProps) {
  const t = useMessages(tutorFilters)
  return (
    <fieldset className="no-scrollbar flex min-w-0 gap-2 overflow-x-auto px-4 *:min-h-11 *:shrink-0 py-2.5 sm:px-6 lg:flex-wrap lg:px-8">
      <legend className="sr-only">{t('label')}</legend>
      <Options address={address} facets={facets} isForStudent={isForStudent} onChoose={onChoose} />
    </fieldset>
  )
}

function Options({ address, facets, isForStudent, onChoose }: TutorFiltersProps) {
  const t = useMessages(tutorFilters)
  const { topic, gender, when, rating, slow, favourites, fitting } = address
  const options = facets.topics.filter(({ id, count }) => count > 0 || id === topic)
  return (
    <>
      <ChipSelect
        label={t('topic')}
        isChosen={topic !== undefined}
        value={topic ?? ''}
        onChange={(id) => onChoose({ topic: id === '' ? undefined : Number(id) })}
      >
        <option value="">{t('option', { name: t('anyTopic'), count: facets.without.topic })}</option>
        {options.map(({ id, name, count }) => (
          <option key={id} value={id}>
            {t('option', { name: name[language.code], count })}
          </option>
        ))}
      </ChipSelect>
      {isForStudent && (
        <>
          <Option
            name={t('fitting')}
            count={facets.fitting}
            on={fitting}
            onChange={(on) => onChoose({ fitting: on })}
          />
          <Option
            name={t('favourites')}
            count={facets.favourites}
            on={favourites}
            onChange={(on) => onChoose({ favourites: on })}
          />
        </>
      )}
      {WHENS.map((one) => (
        <Option
          key={one}
          name={t(`when.${one}`)}
          count={facets.when[one] ?? 0}
          on={when === one}
          onChange={(on) => onChoose({ when: on ? one : undefined })}
        />
      ))}
      {(['female', 'male'] as const).map((one) => (
        <Option
          key={one}
          name={t(`gender.${one}`)}
          count={facets.gender[one] ?? 0}
          on={gender === one}
          onChange={(on) => onChoose({ gender: on ? one : undefined })}
        />
      ))}
      {Object.values(RATING_FLOORS).map((floor) => (
        <Option
          key={floor}
          name={t('rating', { floor })}
          count={facets.ratings.find(({ atLeast }) => atLeast === floor)?.count ?? 0}
          on={rating === floor}
          onChange={(on) => onChoose({ rating: on ? floor : undefined })}
        />
      ))}
      <Option name={t('slow')} count={facets.slow} on={slow} onChange={(on) => onChoose({ slow: on })} />
    </>
  )
}

type OptionProps = { name: string; count: number; on: boolean | undefined; onChange: (on: boolean) => void }

function Option({ name, count, on = false, onChange }: OptionProps) {
  const t = useMessages(tutorFilters)
  const format = useFormat()
  return (
    <ToggleChip pressed={on} disabled={count === 0 && !on} onChange={onChange}>
      <span className="whitespace-nowrap">{name}</span>{' '}
      <span aria-hidden className="figures text-sm opacity-75">
        {format.number(count)}
      </span>
      <span className="sr-only">{t('tutors', { count })}</span>
    </ToggleChip>
  )
}

type ChipSelectProps = {
  label: string
  isChosen: boolean
  value: string | number
  onChange: (value: string) => void
  children: ReactNode
  className?: string
}

/** The system's own list of options, in the look of a chip. */
function ChipSelect({ label, isChosen, value, onChange, children, className }: ChipSelectProps) {
  // The address follows a moment later: until then React would set the list back to what was chosen before.
  const [last, setLast] = useState({ of: value, choice: value })
  const choose = (choice: string) => {
    setLast({ of: value, choice })
    onChange(choice)
  }
  return (
    <span className={clsx('relative shrink-0', className)}>
      <select
        aria-label={label}
        value={last.of === value ? last.choice : value}
        onChange={(event) => choose(event.target.value)}
        className={clsx(
          'h-11 max-w-48 appearance-none truncate rounded-full border ps-3.5 pe-8 text-[0.9375rem] transition-colors',
          isChosen
            ? 'border-brand bg-brand font-semibold text-on-brand [&>option]:bg-surface [&>option]:text-ink'
            : 'border-strong/60 bg-surface text-ink hover:border-brand hover:bg-brand-soft',
        )}
      >
        {children}
      </select>
      <ChevronDown
        aria-hidden
        className={clsx(
          'pointer-events-none absolute inset-e-2.5 top-1/2 size-4 -translate-y-1/2',
          isChosen ? 'text-on-brand' : 'text-muted',
        )}
      />
    </span>
  )
}

type TutorSortProps = { sort: ListSort; isForStudent: boolean; onChoose: Choose }

/** The order of the list. */
export function TutorSort({ sort, isForStudent, onChoose }: TutorSortProps) {
  const t = useMessages(tutorFilters)
  const usual: ListSort = isForStudent ? 'recommended' : 'soonest'
  return (
    <ChipSelect
      label={t('sort')}
      isChosen={false}
      value={sort}
      onChange={(next) => onChoose({ sort: next === usual ? undefined : (next as ListSort) })}
    >
      {LIST_SORTS.filter((one) => isForStudent || one !== 'recommended').map((one) => (
        <option key={one} value={one}>
          {t(`sorts.${one}`)}
        </option>
      ))}
    </ChipSelect>
  )
}

const TOPICS_NAMED = 3

/** Explains the order of the list: the student's chosen topics, or a link to choose some. */
export function Recommended({ topics }: { topics: readonly string[] }) {
  const t = useMessages(tutorFilters)
  const format = useFormat()
  const shown = format.list(topics.slice(0, TOPICS_NAMED))
  return (
    <p className="basis-full text-sm">
      {topics.length > 0 && <span className="text-muted">{t('list.recommended', { topics: shown })} </span>}
      <Link
        to="/s/settings"
        search={{ tab: 'learning' }}
        className="font-semibold text-brand-ink underline-offset-4 hover:underline"
      >
        {t(topics.length > 0 ? 'list.changeTopics' : 'list.chooseTopics')}
      </Link>
    </p>
  )
}
