import { LoaderCircle } from 'lucide-react'
import { ui } from '#messages/ui'
import { useMessages } from '../messages/messages.ts'

/**
 * For small parts that are loading: the next page of a list, the body of a dialog. Screens use `Loader` or skeletons.
 */
export function Spinner({ text, className }: { text?: string; className?: string }) {
  const t = useMessages(ui)
  return (
    <div role="status" className={className ?? 'flex items-center justify-center gap-2 py-8 text-muted text-sm'}>
      <LoaderCircle aria-hidden className="size-5 animate-spin text-brand" />
      {text ?? t('loading')}
    </div>
  )
}
