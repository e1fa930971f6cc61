import { useQueryClient } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { deleteRating, editRating, listRatingsByRater, listRatingsOfRatee } from '#contract/calls/ratings'
import type { ReceivedRating } from '#contract/ratings'
import type { User } from '#contract/users'
import type { RatingValue } from '#domain/lessons/rating'
import { isStudent } from '#domain/roles'
import { staffPerson } from '#messages/staff-person'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { keys } from '../../platform/query-keys.ts'
import { useRatingWords } from '../../shared/ratings/rating-words.ts'
import { displayNameOf } from '../../shared/shell/display-name.ts'
import { announce } from '../../ui/announce.ts'
import { Field } from '../../ui/field.tsx'
import { RatingInput } from '../../ui/rating-input.tsx'
import { RatingStars } from '../../ui/rating-stars.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { column } from '../table/shared/column.tsx'
import { DataList, type ListColumn } from '../table/shared/data-list.tsx'
import { ReasonDialog } from '../table/shared/reason-dialog.tsx'
import type { TabProps } from './queries.ts'
import { personKey } from './shared/person-query.ts'

type RatingListProps = { person: User; of: 'given' | 'got' }

/** Ratings that somebody gave or got; staff change and delete them with a reason. */
export function RatingList({ person, of }: RatingListProps) {
  const t = useMessages(staffPerson)
  const columns = useColumns(of)
  const [open, setOpen] = useState<{ rating: ReceivedRating; act: 'edit' | 'remove' } | null>(null)
  const name = displayNameOf(person)
  const close = () => setOpen(null)
  return (
    <>
      <DataList
        id={`person-ratings-${of}`}
        title={t(of === 'given' ? 'ratings.given' : 'ratings.got', { name })}
        headingLevel={2}
        call={of === 'given' ? listRatingsByRater : listRatingsOfRatee}
        params={{ id: person.id }}
        queryKey={[...personKey(person.id), 'ratings']}
        columns={columns}
        rowName={({ rater }) => t('ratings.rowName', { name: rater.name ?? String(rater.id) })}
        rowActions={(rating) => [
          { label: t('ratings.edit'), icon: Pencil, onSelect: () => setOpen({ rating, act: 'edit' }) },
          {
            label: t('ratings.remove'),
            icon: Trash2,
            tone: 'danger',
            onSelect: () => setOpen({ rating, act: 'remove' }),
          },
        ]}
        empty={{ title: t(of === 'given' ? 'ratings.emptyGiven' : 'ratings.emptyGot') }}
      />
      {open?.act === 'edit' && <EditDialog rating={open.rating} personId={person.id} onClose={close} />}
      {open?.act === 'remove' && <RemoveDialog rating={open.rating} personId={person.id} onClose={close} />}
    </>
  )
}

function useColumns(of: RatingListProps['of']): ListColumn<typeof listRatingsOfRatee>[] {
  const t = useMessages(staffPerson)
  const words = useRatingWords()
  const other = ({ rater, ratee }: ReceivedRating) => {
    const { id, ...rest } = of === 'given' ? ratee : rater
    return id === null ? null : { id, ...rest }
  }
  return [
    column.person('who', t(of === 'given' ? 'ratings.columns.of' : 'ratings.columns.who'), other, { isLink: true }),
    {
      id: 'value',
      header: t('ratings.columns.value'),
      cell: ({ value }) => <RatingStars value={value} words={words[value - 1] ?? ''} />,
      csv: ({ value }) => value,
    },
    column.text('text', t('ratings.columns.text'), ({ feedback }) => feedback, { wrap: true }),
    column.moment('created', t('ratings.columns.created'), ({ createdAt }) => createdAt),
  ]
}

type DialogProps = { rating: ReceivedRating; personId: number; onClose: () => void }

/** Runs a change of a rating, and shows it wherever the rating is shown. */
function useRatingChange(personId: number) {
  const t = useMessages(staffPerson)
  const queryClient = useQueryClient()
  return async (change: Promise<unknown>, done: string) => {
    await announce(change, { id: 'person', done, failed: t('ratings.failed') })
    void queryClient.invalidateQueries({ queryKey: keys.tutors })
    await queryClient.invalidateQueries({ queryKey: personKey(personId) })
  }
}

function EditDialog({ rating, personId, onClose }: DialogProps) {
  const t = useMessages(staffPerson)
  const words = useRatingWords()
  const change = useRatingChange(personId)
  const [value, setValue] = useState<RatingValue>(rating.value)
  const [text, setText] = useState(rating.feedback ?? '')
  const save = (reason: string) =>
    change(
      request(editRating, { params: { id: rating.id }, body: { value, feedback: text.trim() || null } }, { reason }),
      t('ratings.saved'),
    )
  return (
    <ReasonDialog
      tone="warning"
      icon={Pencil}
      title={t('ratings.editTitle')}
      description={t('ratings.editText')}
      confirmLabel={t('ratings.save')}
      onConfirm={save}
      onClose={onClose}
    >
      <div className="mb-4 flex flex-col gap-4">
        <RatingInput label={t('ratings.value')} labels={words} value={value} onChange={setValue} />
        <Field label={t('ratings.text')}>
          <Textarea value={text} rows={3} onChange={(event) => setText(event.target.value)} />
        </Field>
      </div>
    </ReasonDialog>
  )
}

function RemoveDialog({ rating, personId, onClose }: DialogProps) {
  const t = useMessages(staffPerson)
  const change = useRatingChange(personId)
  return (
    <ReasonDialog
      icon={Trash2}
      title={t('ratings.removeTitle')}
      description={t('ratings.removeText')}
      confirmLabel={t('ratings.remove')}
      onConfirm={(reason) =>
        change(request(deleteRating, { params: { id: rating.id } }, { reason }), t('ratings.removed'))
      }
      onClose={onClose}
    />
  )
}

/** The ratings by a student, or those of a tutor or studio. */
export function RatingsTab({ person }: TabProps) {
  return <RatingList person={person} of={isStudent(person.role) ? 'given' : 'got'} />
}
