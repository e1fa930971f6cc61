import { Eye } from 'lucide-react'
import { useEffect } from 'react'
import { endViewAs } from '#contract/calls/view-as'
import { viewAs } from '#messages/view-as'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { forgetToken } from '../../platform/auth-token.ts'
import { useNow } from '../../platform/clock.ts'
import { useMaybeMe } from '../../platform/current-user.ts'
import { useFormat } from '../../platform/format.ts'
import { viewEndsAt } from '../../platform/view-as.ts'
import { displayNameOf } from '../../shared/shell/display-name.ts'
import { Button } from '../../ui/button.tsx'

/**
 * Stays on every screen while an admin looks at the app as somebody else (docs/rules/staff.md 5.4): at the bottom, on a phone above
 * the navigation.
 */
export function ViewAsBanner() {
  const t = useMessages(viewAs)
  const format = useFormat()
  const me = useMaybeMe()
  const leftMs = viewEndsAt - useNow(1000)
  const isOver = leftMs <= 0
  useEffect(() => {
    if (isOver) forgetToken('refused')
  }, [isOver])
  const leave = async () => {
    await request(endViewAs, {}).catch(() => undefined)
    forgetToken('signed-out')
  }
  return (
    <section
      aria-label={t('label')}
      className="fixed inset-x-0 bottom-0 z-40 max-md:bottom-[calc(4rem+env(safe-area-inset-bottom))] flex flex-wrap items-center justify-center gap-x-4 gap-y-1 bg-warning-soft px-4 py-2 text-warning-ink shadow-raised"
    >
      <Eye aria-hidden className="size-5 shrink-0" />
      <p className="font-semibold text-sm">
        {t.rich('as', { name: () => <bdi translate="no">{me ? displayNameOf(me) : '…'}</bdi> })}
      </p>
      <p className="figures text-sm">{t('left', { time: format.countdown(Math.max(0, Math.ceil(leftMs / 1000))) })}</p>
      <Button size="sm" variant="secondary" onClick={() => void leave()}>
        {t('leave')}
      </Button>
    </section>
  )
}
