import { writtenIn } from '../messages/written-in.ts'

/**
 * A text of any language on one line, truncated at the end of what is read. `text-overflow` truncates at the edge of the
 * box, which in a bidirectional text is the beginning of the second part; here the text wraps as usual and only its first
 * line is shown.
 */
export function OneLine({ children }: { children: string }) {
  return (
    <span className="block h-[1lh] min-w-0 overflow-hidden">
      <span dir="auto" lang={writtenIn(children)} className="only-first-line">
        {children}
      </span>
    </span>
  )
}
