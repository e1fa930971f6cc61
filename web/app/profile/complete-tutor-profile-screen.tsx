import { useQuery } from '@tanstack/react-query'
import { LogOut, Settings } from 'lucide-react'
import { profile } from '#messages/profile'
import { useMessages } from '../../messages/messages.ts'
import { useMe } from '../../platform/current-user.ts'
import { signOut } from '../../platform/sign-out.ts'
import { ownTutorQuery } from '../../shared/account/own-profile.ts'
import { Button } from '../../ui/button.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Page, PageHeader } from '../../ui/page.tsx'
import { QueryView } from '../../ui/query-view.tsx'
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
      <QueryView
        query={tutor}
        loading={
          <Loading text={t('loading')} className="flex flex-col gap-5">
            <Skeleton className="h-40 rounded-card" />
            <Skeleton className="h-64 rounded-card" />
          </Loading>
        }
      >
        {(data) => <TutorProfileForm me={me} tutor={data} />}
      </QueryView>
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
