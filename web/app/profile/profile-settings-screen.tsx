import { useMutation, useQuery } from '@tanstack/react-query'
import type { TutorMeta } from '#contract/tutors'
import { profile } from '#messages/profile'
import { settings } from '#messages/settings'
import { useMessages } from '../../messages/messages.ts'
import { useMe } from '../../platform/current-user.ts'
import { errorText } from '../../platform/error-text.ts'
import { ownTutorQuery } from '../../shared/account/own-profile.ts'
import { useSaveAccount } from '../../shared/account/save.ts'
import { Card, SectionHeading } from '../../ui/card.tsx'
import { Page, PageHeader } from '../../ui/page.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { Switch } from '../../ui/switch.tsx'
import { toast } from '../../ui/toasts.ts'
import { TopicsForm } from '../account/shared/topics-form.tsx'
import { PhotoSessionStep } from '../onboarding/shared/photo-session-step.tsx'
import { PageForm } from './page-form.tsx'

/** The studio, its media of the tutor, and which of them students see (docs/rules/tutors.md 1.5, 1.7). */
function StudioCard() {
  const t = useMessages(settings)
  return (
    <Card padding="lg">
      <SectionHeading title={t('page.media')} />
      <PhotoSessionStep />
    </Card>
  )
}

/** Whether the tutor says of themselves that they speak slowly with beginners; students filter the list by it. */
function SlowSpeechCard({ tutor }: { tutor: TutorMeta }) {
  const t = useMessages(settings)
  const saveAccount = useSaveAccount()
  const change = useMutation({
    mutationFn: (speaksSlowly: boolean) => saveAccount({ speaksSlowly }),
    onSuccess: () => toast.success(t('page.saved'), { id: 'settings' }),
    onError: (error) => toast.error(errorText(error), { id: 'settings' }),
  })
  return (
    <Card padding="lg">
      <Switch
        label={t('page.slow')}
        hint={t('page.slowHint')}
        checked={change.isPending ? change.variables : tutor.speaksSlowly}
        disabled={change.isPending}
        onChange={(event) => change.mutate(event.target.checked)}
      />
    </Card>
  )
}

/** /t/profile-settings: what students see of a tutor. */
export function ProfileSettingsScreen() {
  const t = useMessages(settings)
  const words = useMessages(profile)
  const me = useMe()
  const tutor = useQuery(ownTutorQuery(me.id))
  return (
    <Page>
      <PageHeader title={t('page.title')} text={t('page.text')} />
      <QueryView
        query={tutor}
        loading={
          <Loading text={words('loading')} className="grid gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
            <Skeleton className="h-96 rounded-card" />
            <Skeleton className="h-64 rounded-card" />
          </Loading>
        }
      >
        {(data) => (
          <>
            <PageForm me={me} tutor={data} />
            <Card padding="lg">
              <SectionHeading title={t('page.topics')} text={t('page.topicsText')} />
              <TopicsForm />
            </Card>
            <SlowSpeechCard tutor={data} />
            <StudioCard />
          </>
        )}
      </QueryView>
    </Page>
  )
}
