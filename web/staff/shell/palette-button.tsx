import { Search } from 'lucide-react'
import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import type { User } from '#contract/users'
import { staffPalette } from '#messages/staff-palette'
import { useMessages } from '../../messages/messages.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'

const Palette = lazyPart(async () => (await import('./palette.tsx')).Palette)

/** Opens the palette, as Ctrl+K does by the key's place, whatever it types. */
export function PaletteButton({ me }: { me: User }) {
  const t = useMessages(staffPalette)
  const [isOpen, setOpen] = useState(false)
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.code !== 'KeyK' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
    event.preventDefault()
    setOpen((before) => !before)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
        className="flex h-11 items-center gap-2 rounded-control border border-line bg-surface px-3 text-muted hover:bg-sunken hover:text-ink lg:h-10"
      >
        <Search aria-hidden className="size-5 shrink-0" />
        <span className="max-md:sr-only">{t('open')}</span>
        <kbd aria-hidden dir="ltr" className="rounded-md bg-sunken px-1.5 font-sans text-xs max-lg:hidden">
          {t('keys')}
        </kbd>
      </button>
      <Suspense>{isOpen && <Palette me={me} onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
