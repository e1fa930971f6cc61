import { CloudOff, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { ui } from '#messages/ui'
import { useMessages } from '../messages/messages.ts'
import { useOpenReport } from '../platform/dialogs.tsx'
import { Button } from './button.tsx'
import { IconDisc } from './empty-state.tsx'

export type ErrorStateProps = {
  title?: ReactNode
  text?: ReactNode
  onRetry?: () => void
  retrying?: boolean
  /** Another way on, after retry. */
  action?: ReactNode
  /** 1 where it replaces the whole screen. */
  headingLevel?: 1 | 2
}

/** Shown in place of content whose query failed, with retry and report. */
export function ErrorState(props: ErrorStateProps) {
  const { title, text, onRetry, retrying = false, action, headingLevel = 2 } = props
  const t = useMessages(ui)
  const openReport = useOpenReport()
  const Heading = `h${headingLevel}` as const
  return (
    <div role="alert" className="mx-auto flex max-w-md flex-col items-center gap-2 px-4 py-10 text-center">
      <IconDisc icon={CloudOff} tone="danger" />
      <Heading className="mt-2 text-lg">{title ?? t('error.title')}</Heading>
      <p className="text-muted">{text ?? t('error.text')}</p>
      <div className="mt-4 flex flex-wrap justify-center gap-3">
        {onRetry && (
          <Button icon={RotateCw} loading={retrying} onClick={onRetry}>
            {t('retry')}
          </Button>
        )}
        {action}
        {openReport && (
          <Button variant="ghost" onClick={() => openReport()}>
            {t('report')}
          </Button>
        )}
      </div>
    </div>
  )
}
