import { createContext, useContext } from 'react'
import type { Lesson } from '#contract/lessons'

/** What the booking dialog is opened for: a new lesson with a tutor, or another time for one that exists. */
export type BookingRequest = { tutorId: number; lesson?: Pick<Lesson, 'id' | 'start' | 'duration' | 'slotId'> }
export type OpenBooking = (request: BookingRequest) => void

const BookingOpener = createContext<OpenBooking | null>(null)

export const BookingOpenerProvider = BookingOpener.Provider

/** Opens the booking dialog over whatever is shown; a guest is asked to sign in first, and then it opens by itself. */
export function useOpenBooking(): OpenBooking {
  const open = useContext(BookingOpener)
  if (!open) throw new Error('useOpenBooking outside BookingOpenerProvider')
  return open
}
