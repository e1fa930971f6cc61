import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { BadgeCheck } from 'lucide-react'
import { Suspense, useState } from 'react'
import { changeStaffDigest, readStaffDigest } from '#contract/calls/staff-digest'
import { isStudio, isTutorManager } from '#domain/roles'
import { staffSecurity } from '#messages/staff-security'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { useMe } from '../../platform/current-user.ts'
import { errorText } from '../../platform/error-text.ts'
import { keys } from '../../platform/query-keys.ts'
import { PendingEmail } from '../../shared/account/pending-email.tsx'
import { accountFields, nameField } from '../../shared/account/profile-schema.ts'
import { unprovenIn, useSaveAccount } from '../../shared/account/save.ts'
import { useProof } from '../../shared/account/use-proof.tsx'
import { FactorsSection } from '../../shared/security/factors-section.tsx'
import { PasswordSection } from '../../shared/settings/password-section.tsx'
import { PhotoCard } from '../../shared/settings/photo-card.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, SectionHeading } from '../../ui/card.tsx'
import { Form, FormProblem, useEditForm } from '../../ui/form.tsx'
import { EmailField, TextField } from '../../ui/form-fields.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Page, PageHeader } from '../../ui/page.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { SaveRow } from '../../ui/save-row.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Switch } from '../../ui/switch.tsx'
import { toast } from '../../ui/toasts.ts'
import { StudioDetails } from '../media/shared/studio-form.tsx'

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
        <div className="flex flex-col gap-5">
          <PasswordSection />
          <DigestCard />
        </div>
      </div>
    </Page>
  )
}

/** The dialog that verifies the own e-mail address by a mailed code, loaded when it is opened. */
const EmailVerification = lazyPart(
  async () => (await import('../../shared/account/email-verification-dialog.tsx')).EmailVerificationDialog,
)

/** Name and e-mail address, and whether the address is verified. */
function AccountForm() {
  const t = useMessages(staffSecurity)
  const me = useMe()
  const saveAccount = useSaveAccount()
  const { prove, dialog } = useProof()
  const { name, email } = me
  const form = useEditForm({
    fields: { name: nameField(me.role), email: accountFields.email },
    saved: { name, email },
    save: async (changes) => {
      const saved = await prove((proof) => saveAccount(proof ? { ...changes, proof } : changes))
      toast.success(t('account.saved'), { id: 'settings' })
      return saved
    },
    unsavedIn: unprovenIn,
  })
  return (
    <Card padding="lg">
      <SectionHeading title={t('account.title')} />
      <EmailState />
      <Form form={form} className="flex flex-col gap-5">
        <FormProblem text={form.problem} />
        <TextField form={form} name="name" label={t('account.name')} autoComplete="name" />
        <EmailField form={form} name="email" label={t('account.email')} autoComplete="email" />
        <SaveRow hasChanges={form.hasChanges} isSending={form.isSending} onDiscard={form.discard} />
      </Form>
      {dialog}
    </Card>
  )
}

function EmailState() {
  const t = useMessages(staffSecurity)
  const me = useMe()
  const [isVerifying, setVerifying] = useState(false)
  return (
    <div className="mb-5 flex flex-wrap items-center gap-3">
      <bdi translate="no" className="min-w-0 break-all font-semibold">
        {me.email}
      </bdi>
      {me.verifiedEmail ? (
        <Badge tone="success" icon={BadgeCheck}>
          {t('account.verified')}
        </Badge>
      ) : (
        <>
          <Badge tone="warning">{t('account.unverified')}</Badge>
          <Button size="sm" variant="secondary" onClick={() => setVerifying(true)}>
            {t('account.verify')}
          </Button>
        </>
      )}
      <PendingEmail onVerify={() => setVerifying(true)} />
      <Suspense>{isVerifying && <EmailVerification onClose={() => setVerifying(false)} />}</Suspense>
    </div>
  )
}

/** Whether the member of staff gets the daily mail about what needs them (docs/rules/staff.md 14.3). */
function DigestCard() {
  const t = useMessages(staffSecurity)
  const me = useMe()
  const client = useQueryClient()
  const query = useQuery({
    queryKey: keys.staffDigest,
    queryFn: ({ signal }) => request(readStaffDigest, {}, { signal }),
  })
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (isWanted: boolean) => request(changeStaffDigest, { body: { isWanted } }),
    onSuccess: (saved) => client.setQueryData(keys.staffDigest, saved),
    onError: (error) => toast.error(t('digest.failed'), { id: 'digest', description: errorText(error) }),
  })
  return (
    <Card padding="lg">
      <SectionHeading title={t('digest.title')} />
      <QueryView query={query} loading={<Skeleton className="h-14" />}>
        {({ isWanted }) => (
          <Switch
            label={t('digest.switch')}
            hint={t(me.verifiedEmail ? 'digest.hint' : 'digest.unverified')}
            checked={isPending ? variables : isWanted}
            onChange={(event) => isPending || mutate(event.target.checked)}
          />
        )}
      </QueryView>
    </Card>
  )
}
