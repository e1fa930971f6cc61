import { useQuery } from '@tanstack/react-query'
import { LogOut, Settings } from 'lucide-react'
import { profile } from '#messages/profile'
import { useMessages } from '../../messages/messages.ts'
import { useMe } from '../../platform/current-user.ts'
import { signOut } from '../../platform/sign-out.ts'
import { ownTutorQuery } from '../../shared/account/own-profile.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Page, PageHeader } from '../../ui/page.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { TutorProfileForm } from './tutor-profile-form.tsx'

/** /t/complete-profile: the profile that a tutor completes before onboarding. */
export function CompleteTutorProfileScreen() {
  const t = useMessages(profile)
  const me = useMe()
  const tutor = useQuery(ownTutorQuery(me.id))
  return (
    <Page width="reading">
      <PageHeader title={t('tutor.title')} text={t('tutor.text')} />
      {tutor.isError && !tutor.data && <ErrorState onRetry={() => void tutor.refetch()} retrying={tutor.isFetching} />}
      {tutor.isPending && (
        <Loading text={t('loading')} className="flex flex-col gap-5">
          <Skeleton className="h-40 rounded-card" />
          <Skeleton className="h-64 rounded-card" />
        </Loading>
      )}
      {tutor.data && <TutorProfileForm me={me} tutor={tutor.data} />}
      <div className="flex flex-wrap gap-2.5">
        <LinkButton to="/t/account-settings" variant="ghost" icon={Settings}>
          {t('tutor.settings')}
        </LinkButton>
        <Button variant="danger-ghost" icon={LogOut} mirrorIcon onClick={signOut}>
          {t('tutor.logout')}
        </Button>
      </div>
    </Page>
  )
}
