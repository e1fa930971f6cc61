import { MailWarning } from 'lucide-react'
import type { User } from '#contract/users'
import { isStudent } from '#domain/roles'
import { shell } from '#messages/shell'
import { useMessages } from '../../messages/messages.ts'
import { useDialog } from '../../platform/dialogs.tsx'
import { Button } from '../../ui/button.tsx'

/** Shown as long as the e-mail address is not verified, but for screens that ask for it themselves (`data-asks-email`). */
export function VerifyBanner({ me }: { me: User }) {
  const t = useMessages(shell)
  const openVerification = useDialog('verification')
  if (me.verifiedEmail) return null
  return (
    <section
      aria-label={t('verify.label')}
      className="bg-accent-soft text-accent-ink group-has-data-asks-email/shell:hidden"
    >
      <div className="container-page flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5">
        <MailWarning aria-hidden className="size-5 shrink-0" />
        <p className="min-w-0 flex-1 basis-56 font-semibold text-sm">
          {t(isStudent(me.role) ? 'verify.studentText' : 'verify.tutorText')}
        </p>
        <Button size="sm" variant="accent" onClick={() => openVerification({ of: 'email' })}>
          {t('verify.action')}
        </Button>
      </div>
    </section>
  )
}
