/**
 * Takes the page's served `title` away once React has rendered one of its own: browsers show the first of a document, and without
 * any a screen that is there already has no name.
 */
export function leaveTitleToReact(): void {
  const served = document.head.querySelector('title')
  const observer = new MutationObserver(() => {
    if (document.head.querySelectorAll('title').length < 2) return
    observer.disconnect()
    served?.remove()
  })
  observer.observe(document.head, { childList: true })
}
