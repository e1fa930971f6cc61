import { isStudio, isTutorManager } from '#domain/roles'
import { staffSecurity } from '#messages/staff-security'
import { useMessages } from '../../messages/messages.ts'
import { useMe } from '../../platform/current-user.ts'
import { PasswordSection } from '../../shared/settings/password-section.tsx'
import { PhotoCard } from '../../shared/settings/photo-card.tsx'
import { Page, PageHeader } from '../../ui/page.tsx'
import { StudioDetails } from '../media/shared/studio-form.tsx'
import { AccountForm } from './account-form.tsx'
import { FactorsSection } from './factors-section.tsx'

/** A staff member's own account: profile, password, and second factors. */
export function UserSettingsScreen() {
  const t = useMessages(staffSecurity)
  const me = useMe()
  return (
    <Page>
      <PageHeader title={t('title')} />
      <FactorsSection />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <div className="flex flex-col gap-5">
          <AccountForm />
          {isStudio(me.role) && <StudioDetails studioId={me.id} />}
          {/* The portraits of tutor managers come from their studio. */}
          {!isTutorManager(me.role) && <PhotoCard />}
        </div>
        <PasswordSection />
      </div>
    </Page>
  )
}
