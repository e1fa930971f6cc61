import { profile } from '../../../i18n/ar/profile.ts'
import { useMessages } from '../../../i18n/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { LeaveGuard } from './leave-guard.tsx'

type SaveRowProps = { hasChanges: boolean; isSaving: boolean; onDiscard: () => void; onSave?: () => void }

/** Below a form of the settings: nothing to press while nothing has changed, and no way out that loses what has. */
export function SaveRow({ hasChanges, isSaving, onDiscard, onSave }: SaveRowProps) {
  const t = useMessages(profile)
  return (
    <div className="flex flex-wrap items-center gap-2.5">
      <Button
        {...(onSave ? { onClick: onSave } : { type: 'submit' as const })}
        loading={isSaving}
        disabled={!hasChanges && !isSaving}
        className="max-sm:flex-1"
      >
        {t('save.action')}
      </Button>
      {hasChanges && !isSaving && (
        <Button variant="ghost" onClick={onDiscard}>
          {t('save.discard')}
        </Button>
      )}
      <LeaveGuard hasChanges={hasChanges} />
    </div>
  )
}
