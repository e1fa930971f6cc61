import type { ReactNode } from 'react'
import { shell } from '#messages/shell'
import { useMessages } from '../../../messages/messages.ts'
import { Card } from '../../../ui/card.tsx'
import { LanguageSwitch } from '../../../ui/language-switch.tsx'
import { Logo } from '../../../ui/logo.tsx'

/** A screen of the dashboard that a link of a mail opens, for people who are not signed in. */
export function GuestFrame({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  const brand = useMessages(shell)
  return (
    <main id="main" tabIndex={-1} className="grid min-h-dvh place-items-center px-4 py-10">
      <div className="w-full max-w-md">
        <div className="flex items-center justify-between gap-4">
          <Logo name={brand('brand')} />
          <LanguageSwitch variant="ghost" size="sm" />
        </div>
        <Card padding="lg" className="mt-6">
          <h1 className="text-2xl">{title}</h1>
          <p className="mt-1 mb-6 text-muted">{text}</p>
          {children}
        </Card>
      </div>
    </main>
  )
}
