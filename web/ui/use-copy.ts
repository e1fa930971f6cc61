import { useState } from 'react'
import { copying } from '#messages/copying'
import { useMessages } from '../messages/messages.ts'
import { toast } from './toasts.ts'

/** For all notices about copying: the last one replaces the others. */
const NOTICE = { id: 'copied' }

/**
 * Copies a text to the clipboard. A browser may refuse it, or have no clipboard: in an app's own browser, or on a page without
 * TLS. A notice then says so, because the user would paste whatever was copied before.
 * @param done The notice of a copy; none where `isCopied` is shown instead.
 */
export function useCopy(done?: string) {
  const t = useMessages(copying)
  const [isCopied, setCopied] = useState(false)
  const copy = async (text: string): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text)
    } catch {
      setCopied(false)
      toast.error(t('failed'), { ...NOTICE, description: t('failedText') })
      return
    }
    setCopied(true)
    if (done !== undefined) toast.success(done, NOTICE)
  }
  return { isCopied, copy: (text: string) => void copy(text), forget: () => setCopied(false) }
}
