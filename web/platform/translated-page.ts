/**
 * Browsers' translators replace texts of the page by elements of their own (`<font>` in Chrome), and React, which still holds the
 * replaced text, then throws where it removes it or inserts before it, or changes it where nobody sees it
 * (https://github.com/facebook/react/issues/11538). Here what takes a text's place is remembered: it is removed and inserted
 * before in the text's stead, and gives way to the text when that changes, which the translator then translates again.
 */
export function surviveTranslation(): void {
  const inPlaceOf = new WeakMap<Node, Element>()
  const changes = new MutationObserver((records) => {
    for (const { target } of records) if (!target.isConnected) inPlaceOf.get(target)?.replaceWith(target)
  })
  const remember = (records: readonly MutationRecord[]) => {
    for (const { removedNodes, addedNodes, previousSibling, nextSibling } of records)
      for (const removed of removedNodes) {
        if (!(removed instanceof Text) || removed.isConnected) continue
        const put = [...addedNodes, previousSibling, nextSibling].find((node) => node?.nodeName === 'FONT')
        if (!put) continue
        inPlaceOf.set(removed, put as Element)
        changes.observe(removed, { characterData: true })
      }
  }
  const replacements = new MutationObserver(remember)
  replacements.observe(document.documentElement, { childList: true, subtree: true })

  /** The child itself, or what stands there now in its place. */
  const childOf = (parent: Node, child: Node): Node | null => {
    if (child.parentNode === parent) return child
    remember(replacements.takeRecords())
    const put = inPlaceOf.get(child)
    return put?.parentNode === parent ? put : null
  }
  const { removeChild, insertBefore } = Node.prototype
  Object.assign(Node.prototype, {
    removeChild(this: Node, child: Node) {
      const present = childOf(this, child)
      if (present) removeChild.call(this, present)
      return child
    },
    insertBefore(this: Node, added: Node, before: Node | null) {
      return insertBefore.call(this, added, before && childOf(this, before))
    },
  })
}
