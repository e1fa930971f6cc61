import { stopMailings } from '#contract/calls/mailings'
import { mailings } from '#messages/mailings'
import { useMessages } from '../../messages/messages.ts'
import { request } from '../../platform/api.ts'
import { LinkScreen } from './link-screen.tsx'

/** /stop-messages: where the link at the end of a message to a list leads (docs/rules/privacy.md 5.5). */
export function StopMailingsScreen() {
  const t = useMessages(mailings)
  return (
    <LinkScreen
      act={(token) => request(stopMailings, { params: { token } }, { asGuest: true })}
      words={(state) => {
        const place = state === 'done' ? 'stopped' : state
        return { title: t(`${place}.title`), text: t(`${place}.text`) }
      }}
      confirm={t('stop')}
      failed={t('failed')}
      home={t('home')}
    />
  )
}
