import { useState } from 'react'
import { copying } from '#messages/copying'
import { useMessages } from '../messages/messages.ts'
import { writtenIn } from '../messages/written-in.ts'
import { dismissToast, toast } from './toasts.ts'

/** For all notices about copying: the last one replaces the others. */
const NOTICE = { id: 'copied' }

/**
 * Copies a text to the clipboard. A browser may refuse it, or have no clipboard: in an app's own browser, or on a page without
 * TLS. A notice then says so and holds the text to be copied by hand, because the user would paste whatever was copied before.
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
      // It stays until it is closed: selecting takes its time.
      toast.error(t('failed'), {
        ...NOTICE,
        description: t('failedText'),
        custom: <Selectable text={text} />,
        duration: Number.POSITIVE_INFINITY,
      })
      return
    }
    setCopied(true)
    if (done !== undefined) toast.success(done, NOTICE)
    else dismissToast(NOTICE.id)
  }
  return { isCopied, copy: (text: string) => void copy(text), forget: () => setCopied(false) }
}

/** One press selects all of it; a notice itself cannot be selected, as it is swiped away. */
function Selectable({ text }: { text: string }) {
  return (
    <p
      translate="no"
      dir="auto"
      lang={writtenIn(text)}
      onPointerDown={(event) => event.stopPropagation()}
      className="wrap-anywhere mt-2 max-h-32 select-all overflow-y-auto whitespace-pre-wrap rounded-control bg-sunken px-3 py-2 text-sm"
    >
      {text}
    </p>
  )
}
