import { type ReactNode, useCallback, useEffect, useState } from 'react'

/**
 * A page that was rendered at the edge is drawn anew by the app. A long list would hold a slow phone for as long as all of its items
 * take: each item is drawn in a task of its own, and until its turn the one that the page has brought stands there. `app/start.ts`
 * remembers what is pressed meanwhile.
 */

const brought = new Map<string, readonly ChildNode[]>()

/** Keeps the items that the page has brought. To be called before the app is drawn in their place. */
export function keepBroughtItems(): void {
  for (const item of document.querySelectorAll<HTMLElement>('[data-item]'))
    brought.set(item.dataset['item'] ?? '', [...item.childNodes])
}

function take(name: string): readonly ChildNode[] | undefined {
  const taken = brought.get(name)
  brought.delete(name)
  return taken
}

const waiting: (() => void)[] = []
/** After each turn the browser looks at the styles of the whole page, which takes a slow phone as long as an item does. */
const ITEMS_A_TURN = 4

function drawNext(): void {
  for (const draw of waiting.splice(0, ITEMS_A_TURN)) draw()
  if (waiting.length > 0) setTimeout(drawNext)
  // What the first drawing had no place for.
  else brought.clear()
}

/** Answers how to give the turn up. */
function waitForTurn(draw: () => void): () => void {
  waiting.push(draw)
  if (waiting.length === 1) setTimeout(drawNext)
  return () => {
    const place = waiting.indexOf(draw)
    if (place >= 0) waiting.splice(place, 1)
  }
}

/** An item of a list that the page may have brought, under a name that no other item has. */
export function ItemInTurn({ name, children }: { name: string; children: ReactNode }) {
  const [nodes] = useState(() => take(name))
  const [isDrawn, setDrawn] = useState(nodes === undefined)
  useEffect(() => (isDrawn ? undefined : waitForTurn(() => setDrawn(true))), [isDrawn])
  const show = useCallback((item: HTMLLIElement | null) => item?.append(...(nodes ?? [])), [nodes])
  if (!isDrawn) return <li key="brought" data-brought ref={show} />
  return (
    <li key="drawn" data-item={name}>
      {children}
    </li>
  )
}
