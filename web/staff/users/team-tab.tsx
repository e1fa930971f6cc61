import { useQuery, useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Pin, PinOff, Plus, StickyNote, Trash2, X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import * as z from 'zod/mini'
import { changePersonFile, deletePersonNote, notePerson, pinPersonNote } from '#contract/calls/person-file'
import type { Input } from '#contract/client'
import { notePerson as noteContract, type PersonFile, type PersonNote } from '#contract/person-file'
import { fromIso } from '#domain/cairo'
import { Role } from '#domain/roles'
import { distinctTags, MAX_PERSON_NOTE, MAX_TAG, MAX_TAGS, mayDeleteNote } from '#domain/staff/person-file'
import { mayActOn } from '#domain/users/editing'
import { staffPerson } from '#messages/staff-person'
import { useMessages } from '../../messages/messages.ts'
import { writtenIn } from '../../messages/written-in.ts'
import { request } from '../../platform/api.ts'
import { useMe } from '../../platform/current-user.ts'
import { useFormat } from '../../platform/format.ts'
import { useIdempotencyKey } from '../../platform/idempotency-key.ts'
import { announce } from '../../ui/announce.ts'
import { Button } from '../../ui/button.tsx'
import { Card, SectionHeading } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Form, FormProblem, useForm } from '../../ui/form.tsx'
import { TextareaField } from '../../ui/form-fields.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Input as TextInput } from '../../ui/input.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { LeaveGuard } from '../../ui/save-row.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { PeoplePicker } from '../table/shared/people-picker.tsx'
import { personFileQuery, type TabProps } from './queries.ts'

const schema = z.object({ text: noteContract.body.shape.text })
const ADMINS = [Role.SuperAdmin, Role.RegularAdmin]

type PartProps = TabProps & { file: PersonFile; isEditable: boolean }

/** What staff keep about a person among themselves: who looks after them, tags and notes (docs/rules/staff.md 10.7). */
export function TeamTab({ person }: TabProps) {
  const t = useMessages(staffPerson)
  const isEditable = mayActOn(useMe(), person)
  return (
    <QueryView
      query={useQuery(personFileQuery(person.id))}
      loading={
        <Loading text={t('loading')}>
          <Skeleton className="h-72 rounded-card" />
        </Loading>
      }
    >
      {(file) => (
        <div className="flex flex-col gap-5">
          <Card padding="lg" className="flex flex-col gap-6">
            <SectionHeading title={t('team.title')} text={t('team.text')} />
            <Owner person={person} file={file} isEditable={isEditable} />
            <Tags person={person} file={file} isEditable={isEditable} />
          </Card>
          <Card padding="lg" className="flex flex-col gap-4">
            <SectionHeading title={t('team.notes')} />
            {isEditable && <NewNote person={person} />}
            {file.notes.length === 0 && <p className="text-muted">{t('team.noNotes')}</p>}
            <Notes person={person} file={file} isEditable={isEditable} />
          </Card>
        </div>
      )}
    </QueryView>
  )
}

/** Saves on the version that is shown; what a colleague has changed meanwhile is shown in its place, and nothing is saved. */
function useChange(id: number, file: PersonFile) {
  const t = useMessages(staffPerson)
  const queryClient = useQueryClient()
  const { queryKey } = personFileQuery(id)
  return async (body: Input<typeof changePersonFile>['body']): Promise<boolean> => {
    const options = file.updatedAt === null ? {} : { version: file.updatedAt }
    try {
      const saving = request(changePersonFile, { params: { id }, body }, options)
      queryClient.setQueryData(
        queryKey,
        await announce(saving, {
          id: 'person-file',
          done: t('team.saved'),
          failed: t('team.failed'),
        }),
      )
      return true
    } catch {
      await queryClient.invalidateQueries({ queryKey })
      return false
    }
  }
}

function Owner({ person, file, isEditable }: PartProps) {
  const t = useMessages(staffPerson)
  const me = useMe()
  const change = useChange(person.id, file)
  const [isChoosing, setChoosing] = useState(false)
  const { owner } = file
  const set = async (ownerId: number | null) => {
    if (await change({ ownerId })) setChoosing(false)
  }
  return (
    <section aria-label={t('team.owner')} className="flex flex-col gap-2">
      <h3 className="text-base">{t('team.owner')}</h3>
      <div className="flex flex-wrap items-center gap-2.5">
        <p className="me-2">
          {owner ? (
            <bdi translate="no">{owner.name ?? owner.email}</bdi>
          ) : (
            <span className="text-muted">{t('team.noOwner')}</span>
          )}
        </p>
        {isEditable && (
          <>
            {owner?.id !== me.id && (
              <Button size="sm" variant="secondary" onClick={() => void set(me.id)}>
                {t('team.take')}
              </Button>
            )}
            <Button size="sm" variant="ghost" aria-expanded={isChoosing} onClick={() => setChoosing(!isChoosing)}>
              {t('team.choose')}
            </Button>
            {owner && (
              <Button size="sm" variant="ghost" onClick={() => void set(null)}>
                {t('team.leave')}
              </Button>
            )}
          </>
        )}
      </div>
      {isChoosing && (
        <div className="max-w-lg">
          <PeoplePicker
            label={t('team.chooseOwner')}
            roles={ADMINS}
            picked={[]}
            onChange={([picked]) => picked && void set(picked.id)}
          />
        </div>
      )}
    </section>
  )
}

function Tags({ person, file, isEditable }: PartProps) {
  const t = useMessages(staffPerson)
  const change = useChange(person.id, file)
  const [word, setWord] = useState('')
  const { tags } = file
  const add = async (event: FormEvent) => {
    event.preventDefault()
    const more = distinctTags([...tags, word.trim()])
    if (word.trim() === '' || more.length === tags.length) return setWord('')
    if (await change({ tags: more })) setWord('')
  }
  return (
    <section aria-label={t('team.tags')} className="flex flex-col gap-2">
      <h3 className="text-base">{t('team.tags')}</h3>
      {tags.length === 0 && <p className="text-muted">{t('team.noTags')}</p>}
      <ul className="flex flex-wrap gap-2">
        {tags.map((tag) => (
          <li key={tag}>
            {isEditable ? (
              <Button
                size="sm"
                variant="secondary"
                endIcon={X}
                aria-label={t('team.removeTag', { tag })}
                onClick={() => void change({ tags: tags.filter((other) => other !== tag) })}
              >
                {tag}
              </Button>
            ) : (
              tag
            )}
          </li>
        ))}
      </ul>
      {isEditable && tags.length < MAX_TAGS && (
        <form onSubmit={(event) => void add(event)} className="flex max-w-lg items-end gap-2.5">
          <Field label={t('team.newTag')} className="min-w-0 flex-1">
            <TextInput
              value={word}
              maxLength={MAX_TAG}
              onChange={(event) => setWord(event.target.value)}
              autoComplete="off"
            />
          </Field>
          <Button type="submit" variant="secondary" icon={Plus} className="h-12 shrink-0">
            {t('team.addTag')}
          </Button>
        </form>
      )}
    </section>
  )
}

function NewNote({ person }: TabProps) {
  const t = useMessages(staffPerson)
  const queryClient = useQueryClient()
  const { keyOf } = useIdempotencyKey()
  const form = useForm({
    schema,
    defaultValues: { text: '' },
    send: async ({ text }, { reset }) => {
      const idempotencyKey = keyOf({ id: person.id, text })
      const file = await request(notePerson, { params: { id: person.id }, body: { text } }, { idempotencyKey })
      reset({ text: '' })
      queryClient.setQueryData(personFileQuery(person.id).queryKey, file)
    },
  })
  return (
    <Form form={form} className="flex flex-col gap-4">
      <FormProblem text={form.problem} />
      <TextareaField
        form={form}
        name="text"
        label={t('team.newNote')}
        hint={t('team.noteHint')}
        texts={{ too_small: t('team.noteMissing'), too_big: t('team.noteLong', { max: MAX_PERSON_NOTE }) }}
        rows={3}
        max={MAX_PERSON_NOTE}
      />
      <Button type="submit" icon={StickyNote} loading={form.isSending} className="self-start">
        {t('team.writeNote')}
      </Button>
      <LeaveGuard hasChanges={form.hasChanges && !form.isSending} />
    </Form>
  )
}

function Notes({ person, file, isEditable }: PartProps) {
  const t = useMessages(staffPerson)
  const format = useFormat()
  const me = useMe()
  const queryClient = useQueryClient()
  const [deleted, setDeleted] = useState<PersonNote | null>(null)
  const show = (saved: PersonFile) => queryClient.setQueryData(personFileQuery(person.id).queryKey, saved)
  const params = (note: PersonNote) => ({ id: person.id, noteId: note.id })
  const pin = async (note: PersonNote) => {
    const body = { pinned: !note.pinned }
    const pinning = request(pinPersonNote, { params: params(note), body })
    const done = t(note.pinned ? 'team.unpinned' : 'team.pinned')
    await announce(pinning, { id: 'person-note', done, failed: t('team.failed') }).then(show, () => undefined)
  }
  const remove = async (note: PersonNote) => {
    const removing = request(deletePersonNote, { params: params(note) })
    show(await announce(removing, { id: 'person-note', done: t('team.deleted'), failed: t('team.failed') }))
  }
  return (
    <ul aria-label={t('team.notes')} className="flex flex-col gap-3">
      {file.notes.map((note) => (
        <li key={note.id} className={clsx('rounded-card p-3', note.pinned ? 'bg-accent-soft' : 'bg-sunken')}>
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
            {note.pinned && <strong>{t('team.isPinned')}</strong>}
            <bdi translate="no">{note.author.name ?? note.author.email}</bdi>
            <time dateTime={note.createdAt} className="text-muted">
              {format.moment(fromIso(note.createdAt))}
            </time>
            <span className="ms-auto flex">
              {isEditable && (
                <IconButton
                  icon={note.pinned ? PinOff : Pin}
                  label={t(note.pinned ? 'team.unpin' : 'team.pin')}
                  onClick={() => void pin(note)}
                />
              )}
              {mayDeleteNote({ authorId: note.author.id }, me) && (
                <IconButton icon={Trash2} label={t('team.delete')} onClick={() => setDeleted(note)} />
              )}
            </span>
          </div>
          <p dir="auto" lang={writtenIn(note.text)} className="mt-1 whitespace-pre-wrap break-words">
            {note.text}
          </p>
        </li>
      ))}
      {deleted && (
        <ConfirmDialog
          open
          tone="danger"
          icon={Trash2}
          title={t('team.deleteTitle')}
          description={t('team.deleteText')}
          confirmLabel={t('team.delete')}
          cancelLabel={t('team.keep')}
          onConfirm={() => remove(deleted)}
          onClose={() => setDeleted(null)}
        />
      )}
    </ul>
  )
}
