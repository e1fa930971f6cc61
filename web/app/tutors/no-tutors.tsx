import { SearchX, UsersRound } from 'lucide-react'
import type { TutorFacets } from '#contract/tutors'
import type { Part } from '#domain/tutors/finding'
import { language } from '#messages/language'
import { tutorFilters } from '#messages/tutor-filters'
import { useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { type TutorsAddress, tutorsSearchParams } from './list-search-params.ts'

type NoTutorsProps = {
  address: TutorsAddress
  total: number
  facets: TutorFacets | undefined
  onChoose: (changes: Partial<TutorsAddress>) => void
}

/** An empty list, with suggestions: each filter that can be removed, and the number of tutors without it. */
export function NoTutors({ address, total, facets, onChoose }: NoTutorsProps) {
  const t = useMessages(tutorFilters)
  const names = useChosen(address, facets)
  if (total > 0) return <PageGone address={address} />
  if (names.length === 0 && !address.search)
    return <EmptyState icon={UsersRound} title={t('list.noTutors')} text={t('list.noTutorsHint')} />
  const droppable = names.filter(({ count }) => count > 0).toSorted((one, other) => other.count - one.count)
  return (
    <EmptyState
      icon={SearchX}
      title={t(names.length > 0 ? 'list.noneFit' : 'list.noResults')}
      text={droppable.length > 0 ? t('list.noneFitHint') : t('list.noResultsHint')}
      action={
        <>
          {droppable.map(({ part, name, count }) => (
            <Button key={part} variant="secondary" onClick={() => onChoose({ [part]: undefined })}>
              {t('list.dropOne', { name, count })}
            </Button>
          ))}
          <LinkButton to="/tutors" variant={droppable.length > 0 ? 'ghost' : 'primary'}>
            {t(names.length > 0 ? 'clear' : 'list.showAll')}
          </LinkButton>
        </>
      }
    />
  )
}

/** What is chosen, by its name, with how many tutors there would be without it. */
function useChosen(address: TutorsAddress, facets: TutorFacets | undefined) {
  const t = useMessages(tutorFilters)
  const { topic, gender, when, rating, slow, favourites, fitting } = address
  const topicName = facets?.topics.find(({ id }) => id === topic)?.name[language.code] ?? t('topic')
  const chosen: [Part, string | false | undefined][] = [
    ['topic', topic !== undefined && topicName],
    ['gender', gender && t(`gender.${gender}`)],
    ['when', when && t(`when.${when}`)],
    ['rating', rating && t('rating', { floor: rating })],
    ['slow', slow && t('slow')],
    ['favourites', favourites && t('favourites')],
    ['fitting', fitting && t('fitting')],
  ]
  return chosen.flatMap(([part, name]) => (name ? [{ part, name, count: facets?.without[part] ?? 0 }] : []))
}

function PageGone({ address }: { address: TutorsAddress }) {
  const t = useMessages(tutorFilters)
  const action = (
    <LinkButton to="/tutors" search={tutorsSearchParams({ ...address, page: 1 })}>
      {t('list.firstPage')}
    </LinkButton>
  )
  return <EmptyState icon={UsersRound} title={t('list.pageGone')} action={action} />
}
