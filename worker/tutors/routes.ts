import * as studios from '#contract/studios'
import * as tutorMedia from '#contract/tutor-media'
import * as tutors from '#contract/tutors'
import { bind, routes } from '../http/bind.ts'
import { edit } from './edit-studio.ts'
import { listForStudio, readForStudio } from './for-studio.ts'
import { listFull } from './full.ts'
import { info } from './info.ts'
import * as listActs from './list.ts'
import { list } from './list-media.ts'
import * as listStudios from './list-studios.ts'
import { meta } from './meta.ts'
import { read } from './read-studio.ts'
import { setMedia } from './set-media.ts'
import { show } from './show-media.ts'
import { times } from './times.ts'
import { listMinutes } from './tutoring-minutes.ts'
import { listUncontacted } from './uncontacted.ts'

export const tutorRoutes = routes(
  bind(tutorMedia.listTutorMedia, list),
  bind(tutorMedia.showTutorMedia, show),
  bind(studios.listStudios, listStudios.list),
  bind(studios.getStudio, read),
  bind(studios.editStudio, edit),
  bind(tutors.listOnboardedTutors, listActs.list),
  bind(tutors.listTutorIds, listActs.listIds),
  bind(tutors.listTutorsForStudent, listActs.listForStudent),
  bind(tutors.tutorTimes, times),
  bind(tutors.listUncontactedTutors, listUncontacted),
  bind(tutors.listFullTutors, listFull),
  bind(tutors.listTutoringMinutes, listMinutes),
  bind(tutors.tutorMeta, meta),
  bind(tutors.tutorInfo, info),
  bind(tutors.setTutorMedia, setMedia),
  bind(tutors.listTutorsForStudio, listForStudio),
  bind(tutors.getTutorForStudio, readForStudio),
)
