import { StudioTutorsList } from '../media/shared/studio-tutors-list.tsx'
import type { TabProps } from './queries.ts'

/** The tutors who chose a studio. */
export const StudioTutorsTab = ({ person }: TabProps) => <StudioTutorsList of={person} />
