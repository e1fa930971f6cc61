import { guardian } from '#messages/guardian'
import { useMessages } from '../../messages/messages.ts'

const POINTS = ['books', 'tutors', 'kept', 'withdrawn'] as const

/** What a guardian consents to: the text whose version is `GUARDIAN_TEXT` (docs/rules/privacy.md 6.4). */
export function GuardianText() {
  const t = useMessages(guardian)
  return (
    <section className="rounded-control bg-sunken p-4 text-sm">
      <h3 className="mb-1.5 font-semibold">{t('consent.title')}</h3>
      <ul className="flex list-disc flex-col gap-1 ps-5">
        {POINTS.map((point) => (
          <li key={point}>{t(`consent.${point}`)}</li>
        ))}
      </ul>
    </section>
  )
}
