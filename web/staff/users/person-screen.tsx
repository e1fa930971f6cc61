import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { clsx } from 'clsx'
import type { User } from '#contract/users'
import { isStudent, isTutorSide } from '#domain/roles'
import { staffPerson } from '#messages/staff-person'
import { staffShell } from '#messages/staff-shell'
import { useMessages } from '../../messages/messages.ts'
import { DocumentTitle } from '../../platform/document-title.tsx'
import { codeOf } from '../../platform/error-text.ts'
import { displayNameOf } from '../../shared/shell/display-name.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { NotFound } from '../../ui/not-found.tsx'
import { Page, PageHeader } from '../../ui/page.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { PersonActions } from './person-actions.tsx'
import { PersonCard } from './person-card.tsx'
import { PersonTabs } from './person-tabs.tsx'
import { personQuery } from './shared/person-query.ts'
import { Summary } from './summary.tsx'

/** /user/{id}: anybody, with everything about them in tabs. */
export function PersonScreen() {
  return <Person isTutorFirst={false} />
}

/** /tutor/{id}: the same page with the tabs about tutors first. */
export function TutorScreen() {
  return <Person isTutorFirst />
}

function Person({ isTutorFirst }: { isTutorFirst: boolean }) {
  const { id } = useParams({ strict: false })
  const number = Number(id)
  return Number.isSafeInteger(number) && number > 0 ? (
    <PersonOf key={number} id={number} isTutorFirst={isTutorFirst} />
  ) : (
    <NoSuchPerson />
  )
}

function PersonOf({ id, isTutorFirst }: { id: number; isTutorFirst: boolean }) {
  const query = useQuery(personQuery(id))
  if (!query.data && codeOf(query.error) === 'user-not-found') return <NoSuchPerson />
  return (
    <QueryView query={query} loading={<PersonSkeleton />} failed={{ headingLevel: 1 }}>
      {(person) => <Content person={person} isTutorFirst={isTutorFirst} />}
    </QueryView>
  )
}

function Content({ person, isTutorFirst }: { person: User; isTutorFirst: boolean }) {
  const t = useMessages(staffPerson)
  const shell = useMessages(staffShell)
  const name = displayNameOf(person)
  const hasSummary = isStudent(person.role) || isTutorSide(person.role)
  return (
    <Page>
      <DocumentTitle text={shell('titleOf', { title: name })} />
      <PageHeader
        title={<bdi translate="no">{person.name ?? t('noName')}</bdi>}
        actions={<PersonActions person={person} />}
      />
      <div className="grid items-start gap-5 xxl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="min-w-0 xxl:col-span-2">
          <PersonCard person={person} />
        </div>
        {hasSummary && (
          <aside aria-label={t('summary.title')} className="max-md:order-last xxl:sticky xxl:top-20 xxl:order-last">
            <Summary person={person} />
          </aside>
        )}
        <div className={clsx('min-w-0', !hasSummary && 'xxl:col-span-2')}>
          <PersonTabs person={person} isTutorFirst={isTutorFirst} />
        </div>
      </div>
    </Page>
  )
}

function PersonSkeleton() {
  const t = useMessages(staffPerson)
  return (
    <Page>
      <Loading text={t('loading')} className="flex flex-col gap-5">
        <Skeleton className="h-11 max-w-80 rounded-control" />
        <Skeleton className="h-28 rounded-card" />
        <Skeleton className="h-32 rounded-card" />
        <Skeleton className="h-96 rounded-card" />
      </Loading>
    </Page>
  )
}

function NoSuchPerson() {
  const t = useMessages(staffPerson)
  const shell = useMessages(staffShell)
  return (
    <>
      <DocumentTitle text={shell('titleOf', { title: t('missing.title') })} />
      <NotFound
        title={t('missing.title')}
        text={t('missing.text')}
        action={<LinkButton to="/">{t('missing.home')}</LinkButton>}
      />
    </>
  )
}
