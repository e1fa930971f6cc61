import { profile } from '../../../i18n/ar/profile.ts'
import { useMessages } from '../../../i18n/messages.ts'
import { Banner } from '../../../ui/banner.tsx'

/** What was refused as a whole. */
export function FormProblem({ text }: { text: string | null }) {
  const t = useMessages(profile)
  return (
    <div role="alert" className="empty:hidden">
      {text && (
        <Banner tone="danger" title={t('save.failed')}>
          {text}
        </Banner>
      )}
    </div>
  )
}
