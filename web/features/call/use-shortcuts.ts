import { useEffect, useEffectEvent } from 'react'

/** By the place on the keyboard, so that they are the same while one writes Arabic. */
export const SHORTCUTS = { mic: 'KeyM', camera: 'KeyV', share: 'KeyS', chat: 'KeyC' } as const
export type Shortcut = keyof typeof SHORTCUTS

export const keyOf = (shortcut: Shortcut): string => SHORTCUTS[shortcut].slice('Key'.length)

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** Single keys, unless one writes or a dialog is open. */
export function useShortcuts(acts: Record<Shortcut, () => void>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isWriting(event.target)) return
    if (document.querySelector('[role="dialog"][aria-modal="true"], [role="alertdialog"]')) return
    for (const [shortcut, code] of Object.entries(SHORTCUTS))
      if (event.code === code) {
        event.preventDefault()
        acts[shortcut as Shortcut]()
      }
  })
  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
