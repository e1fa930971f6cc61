/**
 * A text of any language as one line, cut at the end of what is read. `text-overflow` cuts what stands at the edge, and in a
 * text of two directions that is the beginning of the second; here the text breaks as usual and its first line is shown.
 */
export function OneLine({ children }: { children: string }) {
  return (
    <span className="block h-[1lh] min-w-0 overflow-hidden">
      <span dir="auto" className="only-first-line">
        {children}
      </span>
    </span>
  )
}
