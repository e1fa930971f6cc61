import { CalendarClock, type LucideIcon, MessageSquareMore, RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { account } from '#messages/account'
import { shell } from '#messages/shell'
import { useMessages } from '../../messages/messages.ts'
import { siteAddress } from '../../platform/site-address.ts'
import { LanguageSwitch } from '../../ui/language-switch.tsx'
import { Logo } from '../../ui/logo.tsx'

type AuthLayoutProps = { title: string; text: string; children: ReactNode; footer: ReactNode }

/** The layout of login and registration: the form and, on wide screens, the product's benefits next to it. */
export function AuthLayout({ title, text, children, footer }: AuthLayoutProps) {
  const t = useMessages(shell)
  return (
    <div className="grid min-h-dvh lg:grid-cols-[1fr_42%]">
      <div className="flex flex-col px-5 py-6 sm:px-10">
        <header className="flex items-center justify-between gap-4">
          <a href={siteAddress('/')} className="inline-block rounded-control" aria-label={t('home')}>
            <Logo name={t('brand')} />
          </a>
          <LanguageSwitch variant="ghost" size="sm" />
        </header>
        <main id="main" tabIndex={-1} className="mx-auto flex w-full max-w-md flex-1 flex-col justify-center py-10">
          <h1 className="text-3xl">{title}</h1>
          <p className="mt-2 mb-8 text-muted">{text}</p>
          {children}
          <div className="mt-8 flex flex-col gap-2 text-muted">{footer}</div>
        </main>
      </div>
      <AuthAside />
    </div>
  )
}

/** Takes a form's space while its code loads. */
export const FormPlaceholder = () => <div aria-hidden className="min-h-72" />

function AuthAside() {
  const t = useMessages(account)
  return (
    <aside aria-hidden className="relative hidden overflow-hidden bg-brand-deep text-on-deep lg:block">
      <div className="sticky top-0 flex h-dvh flex-col justify-center gap-10 px-12 xl:px-16">
        <div dir="ltr" lang="en" className="flex flex-col gap-3 font-semibold">
          <p className="w-fit rounded-card rounded-es-sm bg-surface px-5 py-3 text-ink shadow-raised">
            {t('aside.quote')}
          </p>
          <p className="w-fit self-end rounded-card rounded-ee-sm bg-accent px-5 py-3 text-on-accent shadow-raised">
            {t('aside.answer')}
          </p>
        </div>
        <p className="font-bold text-3xl leading-snug">{t('aside.title')}</p>
        <ul className="flex flex-col gap-4">
          <Point icon={MessageSquareMore}>{t('aside.people')}</Point>
          <Point icon={CalendarClock}>{t('aside.time')}</Point>
          <Point icon={RefreshCw}>{t('aside.minutes')}</Point>
        </ul>
      </div>
    </aside>
  )
}

function Point({ icon: Glyph, children }: { icon: LucideIcon; children: string }) {
  return (
    <li className="flex items-center gap-3">
      <Glyph className="size-5 shrink-0 text-accent" />
      {children}
    </li>
  )
}
