import { Flag } from 'lucide-react'
import { type ComponentType, useState } from 'react'
import { ui } from '#messages/ui'
import { useMessages } from '../messages/messages.ts'
import { useAccountId } from '../platform/auth-token.ts'
import { exportLog } from '../platform/log.ts'
import { Button } from '../ui/button.tsx'
import type { ReportDialogProps } from './reports/report-dialog.tsx'

/**
 * Reports a crash. It opens the dialog without `DialogHost`, which may have crashed itself; if the dialog cannot be loaded
 * either, the log is saved as a file to be sent manually.
 */
export function ReportCrash() {
  const t = useMessages(ui)
  const accountId = useAccountId()
  const [Dialog, setDialog] = useState<ComponentType<ReportDialogProps> | null>(null)
  const open = () => {
    import('./reports/report-dialog.tsx').then(({ ReportDialog }) => setDialog(() => ReportDialog), exportLog)
  }
  if (accountId === null) return null
  return (
    <>
      <Button variant="ghost" icon={Flag} onClick={open}>
        {t('report')}
      </Button>
      {Dialog && <Dialog about={{ kind: 'crash' }} onClose={() => setDialog(null)} />}
    </>
  )
}
