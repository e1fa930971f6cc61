import * as contract from '#contract/tutors'
import { bind, routes } from '../http/bind.ts'
import { listForStudio, readForStudio } from './for-studio.ts'
import { listFull } from './full.ts'
import { info } from './info.ts'
import { list, listForStudent } from './list.ts'
import { meta } from './meta.ts'
import { setMedia } from './set-media.ts'
import { times } from './times.ts'
import { listMinutes } from './tutoring-minutes.ts'
import { listUncontacted } from './uncontacted.ts'

export const tutorRoutes = routes(
  bind(contract.listOnboardedTutors, list),
  bind(contract.listTutorsForStudent, listForStudent),
  bind(contract.tutorTimes, times),
  bind(contract.listUncontactedTutors, listUncontacted),
  bind(contract.listFullTutors, listFull),
  bind(contract.listTutoringMinutes, listMinutes),
  bind(contract.tutorMeta, meta),
  bind(contract.tutorInfo, info),
  bind(contract.setTutorMedia, setMedia),
  bind(contract.listTutorsForStudio, listForStudio),
  bind(contract.getTutorForStudio, readForStudio),
)
