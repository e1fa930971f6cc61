/** @jsxImportSource hono/jsx */
import { withLiveParts } from '../site/live.tsx'
import { TutorProfile, type TutorProfileData } from '../site/pages/tutor-profile.tsx'

/** The parts of the site that the edge renders, in the language that is bundled with it. */
export const renderSite = {
  withLiveParts,
  /** A tutor's public page, without its doctype. */
  tutor: (data: TutorProfileData): string => String(<TutorProfile {...data} />),
}
