import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { minutes } from '#domain/cairo'
import { Role } from '#domain/roles'
import { GUARDIAN_TEXT, isMinor } from '#domain/students/guardians'
import { requiredTexts, textVersions } from '#domain/users/consents'
import { NotificationMethod } from '#domain/users/profile'
import { availabilitySlots } from '../schema/availability.ts'
import { consents } from '../schema/consents.ts'
import { demoSessions } from '../schema/demo-sessions.ts'
import { guardians } from '../schema/guardians.ts'
import { interviews } from '../schema/interviews.ts'
import { introVideos } from '../schema/intro-videos.ts'
import { referralCodes } from '../schema/referrals.ts'
import { students } from '../schema/students.ts'
import { studios } from '../schema/studios.ts'
import { topics, userTopics } from '../schema/topics.ts'
import { tutors } from '../schema/tutors.ts'
import { users } from '../schema/users.ts'
import type { Demo } from './demo.ts'
import { type Insertion, insertionsOf } from './insertions.ts'
import type { Person } from './people.ts'
import { TOPICS, type TopicKey, topicId } from './topics.ts'

const timestamps = (at: number, changedAt = at) => ({ createdAt: at, updatedAt: changedAt })

type Row<T extends SQLiteTable> = T['$inferInsert']

/** A time within the last two days, but not before the person joined. */
const lastSeenOf = ({ id, joinedAt }: Person, now: number) => Math.max(joinedAt, now - minutes(7 + ((id * 173) % 2880)))

const userRow = (person: Person, passwordHash: string, now: number, address: string | null): Row<typeof users> => ({
  id: person.id,
  email: person.email,
  passwordHash,
  name: person.name,
  foldedName: person.name,
  englishName: person.englishName,
  foldedEnglishName: person.englishName,
  image: person.image,
  address,
  birthYear: person.birthYear,
  gender: person.gender,
  role: person.role,
  verifiedEmail: person.verified,
  verifiedPhone: person.verified,
  verifiedWhatsApp: person.verified && person.notified,
  city: person.city,
  phone: person.phone,
  lastSeen: lastSeenOf(person, now),
  notificationMethod: person.verified && person.notified ? NotificationMethod.WhatsApp : null,
  ...timestamps(person.joinedAt),
})

function peopleRows(demo: Demo, passwordHash: string): Row<typeof users>[] {
  const people = [...demo.staff, ...demo.tutors, ...demo.students].sort((one, other) => one.id - other.id)
  return people.map((person) => userRow(person, passwordHash, demo.now, 'address' in person ? person.address : null))
}

const tutorRows = (demo: Demo): Row<typeof tutors>[] =>
  demo.tutors.map((tutor) => ({
    id: tutor.id,
    bio: tutor.bio,
    foldedBio: tutor.bio,
    englishBio: tutor.englishBio,
    about: tutor.about,
    foldedAbout: tutor.about,
    video: tutor.video,
    thumbnail: tutor.thumbnail,
    studioId: ['onboarded', 'photos-due', 'ready'].includes(tutor.stage) ? demo.studioId : null,
    notice: tutor.notice,
    speaksSlowly: tutor.speaksSlowly,
    activated: tutor.stage === 'onboarded',
    bypassOnboarding: false,
    ...timestamps(tutor.joinedAt),
  }))

const studioRows = ({ studioId, firstDay }: Demo): Row<typeof studios>[] => [
  {
    id: studioId,
    mapUrl: 'https://www.openstreetmap.org/?mlat=29.9602&mlon=31.2569#map=17/29.9602/31.2569',
    hours: 'كل يوم ما عدا الجمعة، من ١٢ الضهر لـ ٨ بالليل',
    ...timestamps(firstDay),
  },
]

const studentRows = (demo: Demo): Row<typeof students>[] =>
  demo.students.map((student) => ({
    id: student.id,
    jobTitle: student.jobTitle,
    englishLevel: student.level,
    learningObjective: student.objective,
    timePeriod: student.timeOfDay,
    ...timestamps(student.joinedAt),
  }))

/** The father of each student who was a minor when they joined: they have booked and paid since. */
const guardianRows = ({ students }: Demo): Row<typeof guardians>[] =>
  students
    .filter(({ birthYear, joinedAt }) => isMinor(birthYear, joinedAt))
    .map(({ id, name, joinedAt }) => {
      const [, father = 'محمود', ...family] = name.split(' ')
      return {
        studentId: id,
        name: [father, family.at(-1) ?? 'حسن'].join(' '),
        phone: `011${60_000_000 + id}`,
        textVersion: GUARDIAN_TEXT,
        consentedAt: joinedAt,
      }
    })

const topicRows = (firstDay: number): Row<typeof topics>[] =>
  Object.entries(TOPICS).map(([key, name]) => ({
    id: topicId(key as TopicKey),
    nameAr: name.ar,
    foldedNameAr: name.ar,
    nameEn: name.en,
    foldedNameEn: name.en,
    position: topicId(key as TopicKey),
    ...timestamps(firstDay),
  }))

const userTopicRows = (demo: Demo): Row<typeof userTopics>[] =>
  [...demo.tutors, ...demo.students].flatMap((person) =>
    person.topics.map((key) => ({ userId: person.id, topicId: topicId(key) })),
  )

const slotRows = ({ slots, onboarding }: Demo): Row<typeof availabilitySlots>[] =>
  [...slots, ...onboarding.slots].map(({ createdAt, ...slot }) => ({
    ...slot,
    deleted: false,
    ...timestamps(createdAt),
  }))

const videoRows = ({ onboarding }: Demo): Row<typeof introVideos>[] => onboarding.videos

const interviewRows = ({ onboarding }: Demo): Row<typeof interviews>[] =>
  onboarding.interviews.map(({ tutorId, managerId, feedback, ...interview }) => ({
    ...interview,
    interviewerId: managerId,
    intervieweeId: tutorId,
    interviewerFeedback: feedback,
    foldedInterviewerFeedback: feedback,
    intervieweeFeedback: null,
  }))

const demoSessionRows = ({ onboarding }: Demo): Row<typeof demoSessions>[] =>
  onboarding.demos.map(({ managerId: _, ...session }) => session)

/** One student has asked for the link by which friends are brought. */
const referralCodeRows = ({ students: [student] }: Demo): Row<typeof referralCodes>[] =>
  student ? [{ userId: student.id, code: '0123456789', createdAt: student.joinedAt }] : []

/** Students and tutors have accepted both texts when they registered. */
const consentRows = ({ tutors, students }: Demo): Row<typeof consents>[] =>
  [...tutors, ...students]
    .filter(({ role }) => role === Role.Student || role === Role.Tutor)
    .flatMap(({ id, joinedAt }) =>
      requiredTexts.map((kind) => ({
        userId: id,
        kind,
        version: textVersions[kind],
        given: true,
        place: 'registration' as const,
        createdAt: joinedAt,
      })),
    )

/** Accounts, profiles, topics, slots, intro videos, interviews and demo sessions. */
export const peopleInsertions = (demo: Demo, passwordHash: string): Insertion[] => [
  ...insertionsOf(users, peopleRows(demo, passwordHash)),
  ...insertionsOf(consents, consentRows(demo)),
  ...insertionsOf(tutors, tutorRows(demo)),
  ...insertionsOf(students, studentRows(demo)),
  ...insertionsOf(guardians, guardianRows(demo)),
  ...insertionsOf(referralCodes, referralCodeRows(demo)),
  ...insertionsOf(studios, studioRows(demo)),
  ...insertionsOf(topics, topicRows(demo.firstDay)),
  ...insertionsOf(userTopics, userTopicRows(demo)),
  ...insertionsOf(availabilitySlots, slotRows(demo)),
  ...insertionsOf(introVideos, videoRows(demo)),
  ...insertionsOf(interviews, interviewRows(demo)),
  ...insertionsOf(demoSessions, demoSessionRows(demo)),
]
