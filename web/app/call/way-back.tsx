import type { User } from '#contract/users'
import { isTutorManager } from '#domain/roles'
import { call as words } from '#messages/call'
import { useMessages } from '../../messages/messages.ts'
import { DASHBOARD_ORIGIN } from '../../platform/origin.ts'
import { AnchorButton } from '../../ui/anchor-button.tsx'
import type { ButtonVariant } from '../../ui/button-look.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import type { Session } from './session.ts'

type WayBackProps = { session: Pick<Session, 'kind' | 'id'>; me: User; variant: ButtonVariant }

/** Where a session leads on: lessons to the others, a tutor's meeting to the onboarding, and its manager to the verdict. */
export function WayBack({ session: { kind, id }, me, variant }: WayBackProps) {
  const t = useMessages(words)
  if (kind === 'lesson')
    return (
      <LinkButton to="/upcoming-lessons" variant={variant}>
        {t('end.upcoming')}
      </LinkButton>
    )
  if (!isTutorManager(me.role))
    return (
      <LinkButton to="/t/onboarding" variant={variant}>
        {t('end.onboarding')}
      </LinkButton>
    )
  const tab = kind === 'demo' ? 'tab=demos&' : ''
  return (
    <AnchorButton href={`${DASHBOARD_ORIGIN}/interviews?${tab}open=${id}`} variant={variant}>
      {t('end.judge')}
    </AnchorButton>
  )
}
