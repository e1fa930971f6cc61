import { useEffect } from 'react'
import { useFormat } from '../../platform/format.ts'
import { viewToken } from '../../platform/view-as.ts'
import { useUnreadTotal } from '../../shared/chat/unread.ts'

/** Without the isolate (U+2068, U+2069) the brackets would be misplaced in an Arabic title. */
const COUNT = /^\u2068\([^)]*\)\u2069 /

/** Puts the number of unread messages before the title, whichever screen sets it, and on the icon of the installed app. */
export function useTitleCount(): void {
  const count = useUnreadTotal()
  const format = useFormat()
  const prefix = count > 0 ? `\u2068(${format.number(count)})\u2069 ` : ''
  useEffect(() => {
    // In a view the messages are somebody else's.
    if (viewToken === null) void navigator.setAppBadge?.(count).catch(() => undefined)
  }, [count])
  useEffect(() => {
    const apply = () => {
      const title = prefix + document.title.replace(COUNT, '')
      if (document.title !== title) document.title = title
    }
    apply()
    const observer = new MutationObserver(apply)
    observer.observe(document.head, { childList: true, subtree: true, characterData: true })
    return () => {
      observer.disconnect()
      document.title = document.title.replace(COUNT, '')
    }
  }, [prefix])
}
