import { useQuery } from '@tanstack/react-query'
import { profile } from '#messages/profile'
import { settings } from '#messages/settings'
import { useMessages } from '../../messages/messages.ts'
import { useMe } from '../../platform/current-user.ts'
import { ownTutorQuery } from '../../shared/account/own-profile.ts'
import { Card, SectionHeading } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Page, PageHeader } from '../../ui/page.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { TopicsForm } from '../account/shared/topics-form.tsx'
import { PageForm } from './page-form.tsx'
import { SlowSpeechCard } from './slow-speech-card.tsx'
import { StudioCard } from './studio-card.tsx'

/** /t/profile-settings: what students see of a tutor. */
export function ProfileSettingsScreen() {
  const t = useMessages(settings)
  const words = useMessages(profile)
  const me = useMe()
  const tutor = useQuery(ownTutorQuery(me.id))
  return (
    <Page>
      <PageHeader title={t('page.title')} text={t('page.text')} />
      {tutor.isError && !tutor.data && <ErrorState onRetry={() => void tutor.refetch()} retrying={tutor.isFetching} />}
      {tutor.isPending && (
        <Loading text={words('loading')} className="grid gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
          <Skeleton className="h-96 rounded-card" />
          <Skeleton className="h-64 rounded-card" />
        </Loading>
      )}
      {tutor.data && (
        <>
          <PageForm me={me} tutor={tutor.data} />
          <Card padding="lg">
            <SectionHeading title={t('page.topics')} text={t('page.topicsText')} />
            <TopicsForm />
          </Card>
          <SlowSpeechCard tutor={tutor.data} />
          <StudioCard />
        </>
      )}
    </Page>
  )
}
