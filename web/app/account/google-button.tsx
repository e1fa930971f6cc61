import { account } from '#messages/account'
import { useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { GoogleMark } from '../../ui/google-mark.tsx'

type GoogleButtonProps = { as: 'login' | 'student' | 'tutor'; loading?: boolean; onPress: () => void }

/** Signs in or registers with Google. */
export function GoogleButton({ as, loading = false, onPress }: GoogleButtonProps) {
  const t = useMessages(account)
  return (
    <>
      <Button variant="secondary" size="lg" wide loading={loading} onClick={onPress}>
        <GoogleMark />
        {t(`google.action.${as}`)}
      </Button>
      <p className="my-5 flex items-center gap-3 text-muted text-sm before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t('or')}
      </p>
    </>
  )
}
