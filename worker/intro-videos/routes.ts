import * as uploads from '#contract/intro-video-uploads'
import * as contract from '#contract/intro-videos'
import { bind, recallNothing, routes } from '../http/bind.ts'
import { change } from './change.ts'
import { complete } from './complete-upload.ts'
import { create } from './create.ts'
import { list } from './list.ts'
import { abort, begin, putPart, read, recallBegun } from './upload.ts'

export const introVideoRoutes = routes(
  bind(contract.createIntroVideo, create, recallNothing),
  bind(contract.listIntroVideos, list),
  bind(contract.updateIntroVideo, change),
  bind(uploads.beginIntroVideoUpload, begin, recallBegun),
  bind(uploads.readIntroVideoUpload, read),
  bind(uploads.putIntroVideoPart, putPart),
  bind(uploads.completeIntroVideoUpload, complete),
  bind(uploads.abortIntroVideoUpload, abort),
)
