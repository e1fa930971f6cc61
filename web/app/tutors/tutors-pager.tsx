import { ChevronLeft, ChevronRight } from 'lucide-react'
import { tutorFilters } from '#messages/tutor-filters'
import { useMessages } from '../../messages/messages.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { type TutorsAddress, tutorsSearchParams } from './list-address.ts'

type TutorsPagerProps = { address: TutorsAddress; pages: number }

/** Pages as links, so that each has an address and going back returns to it. */
export function TutorsPager({ address, pages }: TutorsPagerProps) {
  const t = useMessages(tutorFilters)
  const { page } = address
  if (pages <= 1) return null
  const to = (other: number) => ({ to: '/tutors', search: tutorsSearchParams({ ...address, page: other }) }) as const
  return (
    <nav aria-label={t('list.pages')} className="grid grid-cols-[1fr_auto_1fr] items-center gap-3">
      <span className="justify-self-end">
        {page > 1 && (
          <LinkButton {...to(page - 1)} rel="prev" variant="secondary" icon={ChevronLeft} mirrorIcon>
            {t('list.previous')}
          </LinkButton>
        )}
      </span>
      <span className="text-muted text-sm">{t('list.pageOf', { page, pages })}</span>
      <span>
        {page < pages && (
          <LinkButton {...to(page + 1)} rel="next" variant="secondary" endIcon={ChevronRight} mirrorIcon>
            {t('list.next')}
          </LinkButton>
        )}
      </span>
    </nav>
  )
}
