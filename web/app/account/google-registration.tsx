import { account } from '#messages/account'
import { useMessages } from '../../messages/messages.ts'
import { codeOf, errorText } from '../../platform/error-text.ts'
import { AuthProblem } from '../../shared/account/auth-problem.tsx'
import type { GoogleRole } from '../../shared/account/google-response.ts'
import { Banner } from '../../ui/banner.tsx'
import { documentLinks } from './consent.tsx'
import { GoogleButton } from './google-button.tsx'
import { useGoogleRegistration } from './use-google.ts'

/** Registers with Google, without a password. A user who has just returned from Google only gives consent. */
export function GoogleRegistration({ role }: { role: GoogleRole }) {
  const t = useMessages(account)
  const google = useGoogleRegistration(role)
  const problem = google.error
    ? codeOf(google.error) === 'bad-request'
      ? t('google.otherRole')
      : errorText(google.error)
    : undefined
  return (
    <>
      <div className="mb-5 flex flex-col gap-3 empty:hidden">
        {google.hasReturned && (
          <Banner announce="status" title={t('google.unknown')}>
            {t('google.unknownText')}
          </Banner>
        )}
        {problem && <AuthProblem title={t('google.failed')} text={problem} />}
      </div>
      <p className="mb-3 text-muted text-sm">{t.rich('google.consent', documentLinks)}</p>
      <GoogleButton as={role} loading={google.isEntering} onPress={google.press} />
    </>
  )
}
