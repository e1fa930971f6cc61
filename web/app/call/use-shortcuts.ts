import { useEffect, useEffectEvent } from 'react'

/** Physical keys (`event.code`), so that they work with an Arabic keyboard layout too. */
export const SHORTCUTS = {
  mic: 'KeyM',
  camera: 'KeyV',
  share: 'KeyS',
  chat: 'KeyC',
  notes: 'KeyN',
  fit: 'KeyF',
} as const
export type Shortcut = keyof typeof SHORTCUTS

export const keyOf = (shortcut: Shortcut): string => SHORTCUTS[shortcut].slice('Key'.length)

const isTextField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** Single-key shortcuts; ignored while the user types or a dialog is open. */
export function useShortcuts(acts: Record<Shortcut, () => void>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTextField(event.target)) return
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
