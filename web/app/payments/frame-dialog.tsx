import { type ReactNode, useEffect } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { type FrameMessage, useFrameMessage } from './frame-message.ts'

type FrameDialogProps = {
  title: string
  text: string
  /** A `FramedPage`, or what takes its place while its address is loading. */
  children: ReactNode
  footer?: ReactNode
  onMessage: (message: FrameMessage) => void
  onClose: () => void
}

/**
 * Opens the page in full when the content security policy blocks it in a frame: a bank's page may be on its own host, which
 * cannot be listed in advance.
 */
function useWholePageWhenBlocked(url: string): void {
  useEffect(() => {
    const openWhole = ({ effectiveDirective }: SecurityPolicyViolationEvent) => {
      if (effectiveDirective === 'frame-src') window.location.assign(url)
    }
    document.addEventListener('securitypolicyviolation', openWhole)
    return () => document.removeEventListener('securitypolicyviolation', openWhole)
  }, [url])
}

/** Shows a page of the gateway or the bank, and closes by its message. */
export function FrameDialog({ title, text, children, footer, onMessage, onClose }: FrameDialogProps) {
  useFrameMessage(onMessage)
  return (
    <Dialog open onClose={onClose} title={title} description={text} footer={footer}>
      {children}
    </Dialog>
  )
}

/** A page of the gateway or the bank in a sandboxed frame: it cannot navigate the checkout away. */
export function FramedPage({ title, url }: { title: string; url: string }) {
  useWholePageWhenBlocked(url)
  return (
    <iframe
      title={title}
      src={url}
      sandbox="allow-forms allow-same-origin allow-scripts allow-popups allow-popups-to-escape-sandbox"
      className="h-[min(62dvh,36rem)] w-full rounded-control border border-line bg-white"
    />
  )
}
