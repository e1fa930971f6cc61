import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { platformNotice } from '#messages/platform-notice'
import { useMessages } from '../../messages/messages.ts'
import { publicSettingsQuery } from './queries.ts'

/** The country code of Egypt, which WhatsApp's links need. */
const whatsAppLink = (phone: string) => `https://wa.me/2${phone}`

/** The announcement that staff show above every screen (docs/rules/staff.md 11.1). */
export function PlatformBanner() {
  const t = useMessages(platformNotice)
  const { data } = useQuery(publicSettingsQuery)
  if (!data?.banner) return null
  return (
    <aside aria-label={t('label')} className="bg-warning-soft text-warning-ink">
      <div className="container-page flex flex-wrap items-center justify-center gap-x-4 gap-y-1 py-2.5 text-center">
        <p role="status" className="flex items-center gap-2 font-semibold">
          <TriangleAlert aria-hidden className="size-5 shrink-0" />
          {data.banner}
        </p>
        {data.supportWhatsApp && (
          <a href={whatsAppLink(data.supportWhatsApp)} className="py-1 font-semibold underline">
            {t('whatsApp')}
          </a>
        )}
      </div>
    </aside>
  )
}
