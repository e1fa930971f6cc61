import { type ReactNode, useCallback, useEffect, useState } from 'react'

/**
 * A page that was rendered at the edge is rendered again by the app. A long list would block a slow phone's main thread until all of its
 * items are rendered, so a few are rendered in each task, and until then an item shows its server-rendered nodes. `app/start.ts`
 * records what is pressed meanwhile.
 */

const FIELDS = 'form :is(input:not([type=search]), textarea)'
const isWriting = (): boolean => document.activeElement?.matches(FIELDS) === true
/** Between the press that takes the focus from a field and its click, which a node that is replaced meanwhile would not get. */
const PRESS_MS = 300

/**
 * Resolves when nobody writes in a form of the server-rendered page: what is written while its nodes are replaced would be lost, and a
 * phone closes its keyboard with the focused field. A form needs the app when it is sent, which is a click also by the Enter key.
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

/** To be called before the app renders in place of the server-rendered page. */
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
/** After each task the browser recalculates the styles of the whole page, which takes a slow phone as long as an item does. */
const ITEMS_PER_TASK = 4

function drawNext(): void {
  for (const draw of waiting.splice(0, ITEMS_PER_TASK)) draw()
  if (waiting.length > 0) setTimeout(drawNext)
  // The first render had no such items.
  else serverNodes.clear()
}

/** Returns a function that cancels the turn. */
function waitForTurn(draw: () => void): () => void {
  waiting.push(draw)
  if (waiting.length === 1) setTimeout(drawNext)
  return () => {
    const place = waiting.indexOf(draw)
    if (place >= 0) waiting.splice(place, 1)
  }
}

/** An item of a list that may be server-rendered, under a name that is unique in the page. */
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
