import { type ReactNode, useCallback, useEffect, useState } from 'react'

/**
 * The app renders a server-rendered page again. A long list would block a slow phone's main thread, so a few items are
 * rendered per task, and until then an item shows its server-rendered nodes. `app/start.ts` records clicks meanwhile.
 */

const FIELDS = 'form :is(input:not([type=search]), textarea)'
const isWriting = (): boolean => document.activeElement?.matches(FIELDS) === true
/**
 * The time between the press that takes the focus from a field and its click, which would be lost if the node were replaced
 * meanwhile.
 */
const PRESS_MS = 300

/**
 * Resolves when the user is not writing in a form of the server-rendered page: input would be lost when its nodes are
 * replaced, and a phone closes its keyboard with the focused field. Submitting the form, also by the Enter key, is a click
 * and needs the app.
 */
export function formLeft(): Promise<void> {
  return new Promise((left) => {
    if (!isWriting()) return left()
    const leave = () => {
      document.removeEventListener('focusout', onFocusOut, true)
      document.removeEventListener('click', onClick, true)
      left()
    }
    const onFocusOut = () => {
      setTimeout(() => {
        if (!isWriting()) leave()
      }, PRESS_MS)
    }
    const onClick = ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest('a, button, summary')) setTimeout(leave)
    }
    document.addEventListener('focusout', onFocusOut, true)
    document.addEventListener('click', onClick, true)
  })
}

/** The server-rendered nodes of each item that the app has not rendered yet, by its name. */
const serverNodes = new Map<string, readonly ChildNode[]>()

/** Must be called before the app renders in place of the server-rendered page. */
export function keepServerNodes(): void {
  for (const item of document.querySelectorAll<HTMLElement>('[data-item]'))
    serverNodes.set(item.dataset['item'] ?? '', [...item.childNodes])
}

function take(name: string): readonly ChildNode[] | undefined {
  const taken = serverNodes.get(name)
  serverNodes.delete(name)
  return taken
}

const waiting: (() => void)[] = []
/**
 * After each task the browser recalculates the styles of the whole page, which takes a slow phone as long as rendering an
 * item.
 */
const ITEMS_PER_TASK = 4

function drawNext(): void {
  for (const draw of waiting.splice(0, ITEMS_PER_TASK)) draw()
  if (waiting.length > 0) setTimeout(drawNext)
  // The first render had no such items.
  else serverNodes.clear()
}

/** Returns a function that cancels the scheduled render. */
function waitForTurn(draw: () => void): () => void {
  waiting.push(draw)
  if (waiting.length === 1) setTimeout(drawNext)
  return () => {
    const place = waiting.indexOf(draw)
    if (place >= 0) waiting.splice(place, 1)
  }
}

/** A list item that may be server-rendered; its name is unique within the page. */
export function ItemInTurn({ name, children }: { name: string; children: ReactNode }) {
  const [nodes] = useState(() => take(name))
  const [isDrawn, setDrawn] = useState(nodes === undefined)
  useEffect(() => (isDrawn ? undefined : waitForTurn(() => setDrawn(true))), [isDrawn])
  const show = useCallback((item: HTMLLIElement | null) => item?.append(...(nodes ?? [])), [nodes])
  if (!isDrawn) return <li key="server" data-server-nodes ref={show} />
  return (
    <li key="drawn" data-item={name}>
      {children}
    </li>
  )
}
