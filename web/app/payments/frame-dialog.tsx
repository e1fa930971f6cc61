import { type ReactNode, useEffect } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { type FrameMessage, useFrameMessage } from './frame-message.ts'

type FrameDialogProps = {
  title: string
  text: string
  /** The page of the gateway; null while its address is loading. */
  url: string | null
  footer?: ReactNode
  onMessage: (message: FrameMessage) => void
  onClose: () => void
}

/**
 * Opens the page in full when the content security policy blocks it in a frame: a bank's page may be on its own host, which
 * cannot be listed in advance.
 */
function useWholePageWhenBlocked(url: string | null): void {
  useEffect(() => {
    const openWhole = ({ effectiveDirective }: SecurityPolicyViolationEvent) => {
      if (effectiveDirective === 'frame-src' && url !== null) window.location.assign(url)
    }
    document.addEventListener('securitypolicyviolation', openWhole)
    return () => document.removeEventListener('securitypolicyviolation', openWhole)
  }, [url])
}

/** A page of the gateway or the bank in a sandboxed frame: it cannot navigate the checkout away. */
export function FrameDialog({ title, text, url, footer, onMessage, onClose }: FrameDialogProps) {
  useFrameMessage(onMessage)
  useWholePageWhenBlocked(url)
  return (
    <Dialog open onClose={onClose} title={title} description={text} footer={footer}>
      {url === null ? (
        <Spinner />
      ) : (
        <iframe
          title={title}
          src={url}
          sandbox="allow-forms allow-same-origin allow-scripts allow-popups allow-popups-to-escape-sandbox"
          className="h-[min(62dvh,36rem)] w-full rounded-control border border-line bg-white"
        />
      )}
    </Dialog>
  )
}
