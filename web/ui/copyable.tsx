import { Check, Copy } from 'lucide-react'
import { dataTable } from '#messages/data-table'
import { useMessages } from '../messages/messages.ts'
import { useCopy } from './use-copy.tsx'

type CopyableProps = {
  text: string
  /** What is seen of it where its beginning is always the same. */
  shown?: string
}

/**
 * An identifier, isolated from the surrounding Arabic text, with a button that copies it unchanged. A long one, such as an e-mail address,
 * is truncated in a table, whose other columns would lie out of sight otherwise.
 */
export function Copyable({ text, shown = text }: CopyableProps) {
  const t = useMessages(dataTable)
  const { isCopied, copy, forget } = useCopy()
  const Glyph = isCopied ? Check : Copy
  return (
    <span className="group/copy inline-flex max-w-full items-center gap-1">
      <bdi translate="no" title={text} className="truncate lg:in-[td]:max-w-44 2xl:in-[td]:max-w-none">
        {shown}
      </bdi>
      <button
        type="button"
        aria-label={isCopied ? t('copied') : t('copy', { text })}
        title={isCopied ? t('copied') : t('copy', { text })}
        onClick={() => copy(text)}
        onBlur={forget}
        onPointerLeave={forget}
        className="relative grid size-6 shrink-0 place-items-center rounded-md text-muted before:absolute before:-inset-x-2.5 before:-inset-y-1 before:content-[''] hover:bg-sunken hover:text-ink"
      >
        <Glyph aria-hidden className="size-3.5" />
      </button>
    </span>
  )
}
