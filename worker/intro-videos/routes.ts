import * as uploads from '#contract/intro-video-uploads'
import * as contract from '#contract/intro-videos'
import { bind, routes } from '../http/bind.ts'
import { change } from './change.ts'
import { complete } from './complete-upload.ts'
import { create } from './create.ts'
import { list } from './list.ts'
import { abort, begin, putPart, read } from './upload.ts'

export const introVideoRoutes = routes(
  bind(contract.createIntroVideo, create),
  bind(contract.listIntroVideos, list),
  bind(contract.updateIntroVideo, change),
  bind(uploads.beginIntroVideoUpload, begin),
  bind(uploads.readIntroVideoUpload, read),
  bind(uploads.putIntroVideoPart, putPart),
  bind(uploads.completeIntroVideoUpload, complete),
  bind(uploads.abortIntroVideoUpload, abort),
)
