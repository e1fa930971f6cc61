import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isStudent } from '#domain/roles'
import { FREE_TRIAL_MINUTES } from '#domain/subscriptions/minutes'
import { REFERRAL_MINUTES } from '#domain/subscriptions/referral'
import { referrals } from '#messages/referrals'
import { useMessages } from '../../messages/messages.ts'
import { useMaybeMe } from '../../platform/current-user.ts'
import { codeOf } from '../../platform/error-text.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { QueryView } from '../../ui/query-view.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { invitationQuery } from '../referrals/shared/queries.ts'
import { storeCode } from '../referrals/shared/stored-code.ts'
import { AuthLayout } from './auth-layout.tsx'

/** /r/CODE: who invites, and what both get. The code is kept on the device until an account is registered (docs/rules/minutes.md 12.1). */
export function InvitationScreen() {
  const t = useMessages(referrals)
  const { code = '' } = useParams({ strict: false })
  const query = useQuery(invitationQuery(code))
  const me = useMaybeMe()
  const isKnown = query.data !== undefined
  useEffect(() => {
    if (isKnown) storeCode(code)
  }, [isKnown, code])
  const isUnknown = ['not-found', 'bad-request'].includes(codeOf(query.error) ?? '')
  if (isUnknown)
    return (
      <AuthLayout title={t('unknown.title')} text={t('unknown.text')} footer={null}>
        <LinkButton to="/register/$role" params={{ role: 'student' }} variant="secondary">
          {t('register')}
        </LinkButton>
      </AuthLayout>
    )
  const name = query.data?.name ?? t('someone')
  return (
    <AuthLayout
      title={isKnown ? t('invited.title', { name }) : t('invited.untitled')}
      text={t('invited.text', { count: REFERRAL_MINUTES })}
      footer={null}
    >
      <QueryView
        query={query}
        loading={
          <Loading text={t('loading')}>
            <Skeleton className="h-12 rounded-control" />
          </Loading>
        }
      >
        {() => (
          <div className="flex flex-col gap-5">
            <ol className="flex list-decimal flex-col gap-2 ps-5">
              <li>{t('steps.register', { count: FREE_TRIAL_MINUTES })}</li>
              <li>{t('steps.lesson')}</li>
              <li>{t('steps.minutes', { count: REFERRAL_MINUTES })}</li>
            </ol>
            {me === null && (
              <LinkButton to="/register/$role" params={{ role: 'student' }} size="lg" wide>
                {t('register')}
              </LinkButton>
            )}
            {me && isStudent(me.role) && (
              <LinkButton to="/s/settings" search={{ tab: 'friends' }} size="lg" wide>
                {t('enterHere')}
              </LinkButton>
            )}
            {me && !isStudent(me.role) && <p className="text-muted">{t('forStudents')}</p>}
          </div>
        )}
      </QueryView>
    </AuthLayout>
  )
}
