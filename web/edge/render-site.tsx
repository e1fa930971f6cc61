/** @jsxImportSource hono/jsx */
import { withLiveParts } from '../site/live.tsx'
import { TutorProfile, type TutorProfileData } from '../site/pages/tutor-profile.tsx'

/** What the edge renders of the site, in the language of the copy that is bundled with it. */
export const renderSite = {
  withLiveParts,
  /** A tutor's public page, without its doctype. */
  tutor: (data: TutorProfileData): string => String(<TutorProfile {...data} />),
}
