import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import type { Student } from '#contract/students'
import type { TutorMeta } from '#contract/tutors'
import { editUser } from '#contract/users'
import { isStudent, isStudio, isTutorSide } from '#domain/roles'
import { isMinor } from '#domain/students/guardians'
import { mayActOn } from '#domain/users/editing'
import { governorateOf, MAX_ADDRESS, NotificationMethod } from '#domain/users/profile'
import { profile } from '#messages/profile'
import { staffGuardian } from '#messages/staff-guardian'
import { staffPerson } from '#messages/staff-person'
import { useMessages } from '../../messages/messages.ts'
import { now } from '../../platform/clock.ts'
import { useMe } from '../../platform/current-user.ts'
import { codeOf } from '../../platform/error-text.ts'
import { LearningFields, TimePeriodField } from '../../shared/account/learning-fields.tsx'
import { studiosQuery } from '../../shared/account/own-profile.ts'
import { PageFields } from '../../shared/account/page-fields.tsx'
import { NameField, PersonalFields } from '../../shared/account/personal-fields.tsx'
import { accountFields, learningFields, nameField, present } from '../../shared/account/profile-schema.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card, SectionHeading } from '../../ui/card.tsx'
import { Form, type FormHandle, FormProblem, useEditForm } from '../../ui/form.tsx'
import { EmailField, NumberField, SelectField, TextareaField, TextField } from '../../ui/form-fields.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { SaveRow } from '../../ui/save-row.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toasts.ts'
import { useReadRecord } from '../audit/shared/use-read-record.ts'
import { ReasonDialog } from '../table/shared/reason-dialog.tsx'
import { GuardianOf } from './guardian-of.tsx'
import type { TabProps } from './queries.ts'
import { studentQuery, topicsQuery, tutorMetaQuery } from './queries.ts'
import { usePersonAsRead, useSaveLearning, useSavePerson } from './use-save-person.ts'

const { shape } = editUser.body
const words = z.transform((text: string): string | null => text.trim() || null)
const choice = z.transform((text: string): number | null => (text === '' ? null : Number(text)))
const address = z.pipe(words, present(shape.address))
const notificationMethod = z.pipe(choice, present(shape.notificationMethod))

/** The person's profile, edited in place by staff who may (docs/rules/accounts.md 7.2). */
export function ProfileTab({ person }: TabProps) {
  const t = useMessages(staffPerson)
  const me = useMe()
  const isEditable = mayActOn(me, person)
  // Keeping another user's version resets the form: the own input is discarded.
  const [revision, setRevision] = useState(0)
  const begin = () => setRevision((before) => before + 1)
  return (
    <div className="flex flex-col gap-5">
      {!isEditable && <p className="text-muted">{t('profile.readOnly')}</p>}
      <fieldset disabled={!isEditable} className="contents">
        <Card padding="lg">
          <SectionHeading title={t('profile.account')} />
          <AccountForm key={revision} person={person} onTheirs={begin} />
        </Card>
        {isTutorSide(person.role) && <TutorPage key={revision} person={person} onTheirs={begin} />}
        {isStudent(person.role) && <Learning key={revision} id={person.id} onTheirs={begin} />}
      </fieldset>
      {isStudent(person.role) && <GuardianOf person={person} />}
      {(isStudent(person.role) || isTutorSide(person.role)) && <Topics id={person.id} />}
    </div>
  )
}

/** The sentence of a form's refusal; of a version that is no longer the newest, what the form has done about it. */
function useProblem(form: Pick<FormHandle<Record<string, string>>, 'failure' | 'problem'>): string | undefined {
  const t = useMessages(staffPerson)
  const isConflict = form.failure !== null && codeOf(form.failure) === 'version-conflict'
  return isConflict ? t('profile.conflict') : form.problem
}

/** A minor's year of birth is changed with a reason (docs/rules/privacy.md 6.6). */
const needsReason = ({ role, birthYear }: TabProps['person'], changes: object): boolean =>
  isStudent(role) && isMinor(birthYear, now()) && 'birthYear' in changes

/** Asks why a minor's year of birth is changed; null where the dialog is closed. */
function useBirthYearReason() {
  const t = useMessages(staffGuardian)
  const [answer, setAnswer] = useState<((reason: string | null) => void) | null>(null)
  const askReason = () => new Promise<string | null>((resolve) => setAnswer(() => resolve))
  const close = (reason: string | null) => {
    answer?.(reason)
    setAnswer(null)
  }
  const dialog = answer && (
    <ReasonDialog
      title={t('birthYearTitle')}
      description={t('birthYearText')}
      confirmLabel={t('birthYearSave')}
      onConfirm={async (reason) => close(reason)}
      onClose={() => close(null)}
    />
  )
  return { askReason, dialog }
}

function AccountForm({ person, onTheirs }: TabProps & { onTheirs: () => void }) {
  const t = useMessages(staffPerson)
  const labels = useMessages(profile)
  const save = useSavePerson(person)
  const { askReason, dialog } = useBirthYearReason()
  const { name, email, phone, city, gender, birthYear, address: where, notificationMethod: method } = person
  const form = useEditForm({
    fields: {
      name: nameField(person.role),
      email: accountFields.email,
      phone: accountFields.phone,
      city: accountFields.city,
      gender: accountFields.gender,
      birthYear: accountFields.birthYear,
      address,
      notificationMethod,
    },
    saved: {
      name,
      email,
      phone,
      city: city && governorateOf(city),
      gender,
      birthYear,
      address: where,
      notificationMethod: method,
    },
    save: async (changes) => {
      const reason = needsReason(person, changes) ? await askReason() : undefined
      if (reason === null) return
      if (await save(changes, reason === undefined ? { read } : { read, reason }))
        toast.success(t('profile.saved'), { id: 'person' })
      else onTheirs()
    },
  })
  const read = usePersonAsRead(person, form.hasChanges)
  const methods = [
    { value: '', label: t('profile.notify.none') },
    { value: NotificationMethod.WhatsApp, label: t('profile.notify.whatsapp'), disabled: !person.verifiedPhone },
  ]
  return (
    <Form form={form} className="flex flex-col gap-5">
      {dialog}
      <FormProblem text={useProblem(form)} />
      <div className="grid gap-5 sm:grid-cols-2">
        <NameField form={form} role={person.role} />
        <EmailField
          form={form}
          name="email"
          label={labels('fields.email')}
          hint={t('profile.emailHint')}
          autoComplete="off"
        />
        <TextField
          form={form}
          name="phone"
          label={t('profile.phone')}
          hint={t('profile.phoneHint')}
          type="tel"
          inputMode="tel"
          flow="ltr"
          autoComplete="off"
        />
        <SelectField
          form={form}
          name="notificationMethod"
          label={t('profile.notifications')}
          {...(person.verifiedPhone ? {} : { hint: t('profile.notifyHint') })}
          options={methods}
        />
        <PersonalFields form={form} role={person.role} />
        <TextareaField
          form={form}
          name="address"
          label={t('profile.address')}
          {...(isStudio(person.role) ? { hint: t('profile.addressHint') } : {})}
          rows={2}
          max={MAX_ADDRESS}
          maxLength={MAX_ADDRESS}
        />
      </div>
      <SaveRow hasChanges={form.hasChanges} isSending={form.isSending} onDiscard={form.discard} />
    </Form>
  )
}

function TutorPage({ person, onTheirs }: TabProps & { onTheirs: () => void }) {
  const t = useMessages(staffPerson)
  const query = useQuery(tutorMetaQuery(person.id))
  return (
    <Card padding="lg">
      <SectionHeading title={t('profile.page')} />
      <QueryView query={query} loading={<Skeleton className="h-64" />}>
        {(tutor) => <TutorForm person={person} tutor={tutor} onTheirs={onTheirs} />}
      </QueryView>
    </Card>
  )
}

function TutorForm({ person, tutor, onTheirs }: TabProps & { tutor: TutorMeta; onTheirs: () => void }) {
  const t = useMessages(staffPerson)
  const labels = useMessages(profile)
  const save = useSavePerson(person)
  const { data: studios } = useQuery(studiosQuery)
  const { bio, englishBio, about, notice, studioId } = tutor
  const form = useEditForm({
    fields: {
      bio: accountFields.bio,
      about: accountFields.about,
      englishName: accountFields.englishName,
      englishBio: accountFields.englishBio,
      notice: accountFields.notice,
      studioId: accountFields.studioId,
    },
    saved: { bio, about, englishName: person.englishName, englishBio, notice, studioId },
    save: async (changes) => {
      if (await save(changes, { read })) toast.success(t('profile.saved'), { id: 'person' })
      else onTheirs()
    },
  })
  const read = usePersonAsRead(person, form.hasChanges)
  const options = [
    { value: '', label: t('profile.noStudio') },
    ...(studios?.list ?? []).map(({ id, name }) => ({ value: id, label: name ?? String(id) })),
  ]
  return (
    <Form form={form} className="flex flex-col gap-5">
      <FormProblem text={useProblem(form)} />
      <PageFields
        form={form}
        typed={{ bio: form.watch('bio'), about: form.watch('about'), englishBio: form.watch('englishBio') }}
        rows={8}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <NumberField
          form={form}
          name="notice"
          label={labels('fields.notice')}
          hint={labels('fields.noticeHint')}
          autoComplete="off"
          maxLength={4}
        />
        {studios && <SelectField form={form} name="studioId" label={t('profile.studio')} options={options} />}
      </div>
      <SaveRow hasChanges={form.hasChanges} isSending={form.isSending} onDiscard={form.discard} />
    </Form>
  )
}

type LearningProps = { id: number; onTheirs: () => void }

function Learning({ id, onTheirs }: LearningProps) {
  const t = useMessages(staffPerson)
  const query = useQuery(studentQuery(id))
  return (
    <Card padding="lg">
      <SectionHeading title={t('profile.learning')} />
      <QueryView query={query} loading={<Skeleton className="h-64" />}>
        {(student) => <LearningForm student={student} onTheirs={onTheirs} />}
      </QueryView>
    </Card>
  )
}

function LearningForm({ student, onTheirs }: Omit<LearningProps, 'id'> & { student: Student }) {
  const t = useMessages(staffPerson)
  const save = useSaveLearning(student.id)
  const { jobTitle, englishLevel, learningObjective, timePeriod } = student
  const form = useEditForm({
    fields: learningFields,
    saved: { jobTitle, englishLevel, learningObjective, timePeriod },
    save: async (changes) => {
      if (await save(changes, read)) toast.success(t('profile.saved'), { id: 'person' })
      else onTheirs()
    },
  })
  const read = useReadRecord(student, form.hasChanges)
  return (
    <Form form={form} className="flex flex-col gap-5">
      <FormProblem text={useProblem(form)} />
      <LearningFields form={form} />
      <TimePeriodField form={form} />
      <SaveRow hasChanges={form.hasChanges} isSending={form.isSending} onDiscard={form.discard} />
    </Form>
  )
}

function Topics({ id }: { id: number }) {
  const t = useMessages(staffPerson)
  const query = useQuery(topicsQuery(id))
  return (
    <Card padding="lg">
      <SectionHeading title={t('profile.topics')} />
      <QueryView
        query={query}
        loading={<Skeleton className="h-8" />}
        empty={(topics) => topics.length === 0 && <p className="text-muted">{t('profile.noTopics')}</p>}
      >
        {(topics) => (
          <ul className="flex flex-wrap gap-2">
            {topics.map((topic) => (
              <li key={topic.id}>
                <Badge>{topic.name.ar}</Badge>
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </Card>
  )
}
