import { CalendarPlus, Download } from 'lucide-react'
import { calendar } from '#messages/calendar'
import { useMessages } from '../../../messages/messages.ts'
import { now } from '../../../platform/clock.ts'
import { errorText } from '../../../platform/error-text.ts'
import { Button } from '../../../ui/button.tsx'
import type { ButtonLook } from '../../../ui/button-look.ts'
import { Menu } from '../../../ui/menu.tsx'
import { toast } from '../../../ui/toasts.ts'
import { type CalendarEvent, calendarFile, googleAddress, outlookAddress } from '../calendar-file.ts'

type AddToCalendarProps = ButtonLook & { event: CalendarEvent }

/** Puts a lesson, interview or demo session into the person's calendar: Google's, Outlook's, or any by a file. */
export function AddToCalendar({ event, variant = 'secondary', size, wide }: AddToCalendarProps) {
  const t = useMessages(calendar)
  const open = (address: string) => window.open(address, '_blank', 'noopener')
  const save = async () => {
    try {
      download(
        `hessa-${event.uid.replace(/@.*/, '')}.ics`,
        await calendarFile(event, { now: now(), reminder: t('add.reminder') }),
      )
    } catch (error) {
      // The library could not be fetched.
      toast.error(t('add.failed'), { id: `calendar-${event.uid}`, description: errorText(error) })
    }
  }
  return (
    <Menu
      label={t('add.menu', { title: event.title })}
      align="start"
      trigger={
        <Button variant={variant} size={size} wide={wide} icon={CalendarPlus}>
          {t('add.action')}
        </Button>
      }
      items={[
        { label: t('add.google'), icon: CalendarPlus, onSelect: () => open(googleAddress(event)) },
        { label: t('add.file'), icon: Download, onSelect: () => void save() },
        { label: t('add.outlook'), icon: CalendarPlus, onSelect: () => open(outlookAddress(event)) },
      ]}
    />
  )
}

function download(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/calendar;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Revoked at once, the address would end before the browser has read the file.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
