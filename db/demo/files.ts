import { assets } from '../schema/assets.ts'
import { tutorMedia } from '../schema/tutor-media.ts'
import type { Demo } from './demo.ts'
import { type Insertion, insertionsOf } from './insertions.ts'
import type { Person } from './people.ts'
import { portrait, thumbnail } from './portraits.ts'

/** A stored file: an SVG drawing, or `intro-video.webm`, which every tutor has. */
export type DemoFile = {
  key: string
  kind: 'image' | 'thumbnail' | 'video' | 'intro-video'
  ownerId: number
  /** The text of a drawing; null for the video. */
  svg: string | null
}

export const contentTypeOf = ({ svg }: DemoFile): string => (svg === null ? 'video/webm' : 'image/svg+xml')

export function filesOf({ staff, tutors, students, onboarding }: Demo): DemoFile[] {
  const people: Person[] = [...staff, ...tutors, ...students]
  const file = (kind: DemoFile['kind'], ownerId: number, key: string | null, svg: string | null): DemoFile[] =>
    key === null ? [] : [{ key, kind, ownerId, svg }]
  return [
    ...people.flatMap(({ id, image, drawing }) => file('image', id, image, portrait(drawing))),
    ...tutors.flatMap((tutor) => file('thumbnail', tutor.id, tutor.thumbnail, thumbnail(tutor.drawing))),
    ...tutors.flatMap((tutor) => file('video', tutor.id, tutor.video, null)),
    ...onboarding.videos.flatMap(({ tutorId, src }) => file('intro-video', tutorId, src, null)),
  ]
}

/** The rows of each tutor's and manager's portrait, video and thumbnail, made by the studio. */
const mediaRows = (files: readonly DemoFile[], { firstDay, studioId, tutors }: Demo) => {
  const ids = new Set(tutors.map(({ id }) => id))
  return files.flatMap(({ key, kind, ownerId }): (typeof tutorMedia.$inferInsert)[] =>
    kind === 'intro-video' || !ids.has(ownerId)
      ? []
      : [{ tutorId: ownerId, kind, key, uploadedBy: studioId, createdAt: firstDay }],
  )
}

/** The rows of the `assets` table, and of `tutor_media`. */
export function fileInsertions(files: readonly DemoFile[], demo: Demo, videoBytes: number): Insertion[] {
  const rows = files.map((file) => ({
    key: file.key,
    kind: file.kind,
    ownerId: file.ownerId,
    contentType: contentTypeOf(file),
    bytes: file.svg === null ? videoBytes : new TextEncoder().encode(file.svg).length,
    createdAt: demo.firstDay,
  }))
  return [...insertionsOf(assets, rows), ...insertionsOf(tutorMedia, mediaRows(files, demo))]
}
